"""Graphbook as a server that jupyter-server-proxy starts for a user, and shows below the user's address."""

import os


def setup_graphbook():
    """Describes the server: the entry point `graphbook` of the group `jupyter_serverproxy_servers`.

    The server listens on a Unix socket in a folder that only the user can open, so that other users of the same machine cannot
    connect to it. `GRAPHBOOK_PROGRAM` names the program where it is not on the path.
    """
    program = os.environ.get("GRAPHBOOK_PROGRAM", "graphbook")
    return {
        "command": [program, "serve", "--socket", "{unix_socket}", "--base-path", "{base_url}graphbook"],
        "unix_socket": True,
        # The pages' addresses begin with the user's path, and so do the paths of the requests.
        "absolute_url": True,
        "timeout": 30,
        "new_browser_tab": True,
        "launcher_entry": {"title": "Graphbook"},
    }
