"""A second reader of Core Data's SQLite stores, written from the description of the format alone.

Usage: reader.py STORE MODEL.json. Prints what PRAGMA integrity_check says and every object as JSON.
It shares no code and no tables with the Swift reader: names of tables and columns are worked out here.
"""
import json
import sqlite3
import sys


def main():
    store, model_path = sys.argv[1:3]
    model = json.load(open(model_path))
    entities = {entity["name"]: entity for entity in model}
    connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    connection.text_factory = str

    numbers = {}
    maxima = {}
    for number, name, parent, highest in connection.execute("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY"):
        numbers[name] = number
        maxima[name] = highest
        assert (parent == 0) == (entities[name]["parent"] is None), name
    names = {number: name for name, number in numbers.items()}

    def lineage(name):
        found = []
        while name is not None:
            found.append(name)
            name = entities[name]["parent"]
        return found

    def root(name):
        return lineage(name)[-1]

    def table(name):
        return "Z" + root(name).upper()

    def kinds(name):
        return [other for other in entities if name in lineage(other)]

    def first(name):
        return min((kind.lower() for kind in kinds(name)))

    def relationship(name, entity):
        for ancestor in lineage(entity):
            for link in entities[ancestor]["relationships"]:
                if link["name"] == name:
                    return ancestor, link
        raise KeyError(name)

    def reference(tbl, number):
        row = connection.execute(f"SELECT Z_ENT FROM {tbl} WHERE Z_PK = ?", (number,)).fetchone()
        return f"{names[row[0]]}#{number}" if row else f"?#{number}"

    def members(entity, declared, link, number):
        destination = table(link["destination"])
        if link["inverse"] is None:
            column = f"Z{numbers[declared]}{link['name'].upper()}"
            query = f"SELECT Z_PK FROM {destination} WHERE {column} = ? ORDER BY Z_PK"
            return [row[0] for row in connection.execute(query, (number,))], destination
        back_entity, back = relationship(link["inverse"], link["destination"])
        if not back["toMany"]:
            column = "Z" + back["name"].upper()
            order = f"Z_FOK_{back['name'].upper()}" if link["ordered"] else "Z_PK"
            query = f"SELECT Z_PK FROM {destination} WHERE {column} = ? ORDER BY {order}"
            return [row[0] for row in connection.execute(query, (number,))], destination
        owns = first(declared) < first(back_entity)
        if declared == back_entity:
            owns = link["ordered"] if link["ordered"] != back["ordered"] else link["name"] > back["name"]
        owner, owned, other = (declared, link, back) if owns else (back_entity, back, link)
        partner = back_entity if owns else declared
        join = f"Z_{numbers[owner]}{owned['name'].upper()}"
        source = f"Z_{numbers[owner]}{other['name'].upper()}"
        target = f"Z_{numbers[partner]}{owned['name'].upper()}"
        mine, theirs = (source, target) if owns else (target, source)
        order = f"Z_FOK_{theirs[2:]}" if link["ordered"] else theirs
        query = f"SELECT {theirs} FROM {join} WHERE {mine} = ? ORDER BY {order}"
        return [row[0] for row in connection.execute(query, (number,))], destination

    def value(raw, kind):
        if raw is None:
            return None
        if isinstance(raw, bytes):
            return raw.hex()
        if kind == "Boolean":
            return raw == 1
        if kind in ("Double", "Float", "Date", "Decimal") and not isinstance(raw, str):
            # As text, with every digit: a reader of JSON may round a number of 17 digits.
            return repr(float(raw))
        return raw

    objects = {}
    highest = {}
    for tbl in sorted({table(name) for name in entities}):
        cursor = connection.execute(f"SELECT * FROM {tbl} ORDER BY Z_PK")
        columns = [column[0] for column in cursor.description]
        for row in cursor.fetchall():
            row = dict(zip(columns, row))
            number, entity = row["Z_PK"], names[row["Z_ENT"]]
            assert table(entity) == tbl and not entities[entity]["abstract"], (tbl, number)
            assert row["Z_OPT"] >= 1
            highest[root(entity)] = max(highest.get(root(entity), 0), number)
            found = {"Z_OPT": row["Z_OPT"]}
            for ancestor in lineage(entity):
                for attribute in entities[ancestor]["attributes"]:
                    found[attribute["name"]] = value(row["Z" + attribute["name"].upper()], attribute["type"])
                for link in entities[ancestor]["relationships"]:
                    if link["toMany"]:
                        rows, destination = members(entity, ancestor, link, number)
                        found[link["name"]] = [reference(destination, other) for other in rows]
                        if not link["ordered"]:
                            found[link["name"]].sort()
                        continue
                    target = row["Z" + link["name"].upper()]
                    found[link["name"]] = None if target is None else reference(table(link["destination"]), target)
                    if len(kinds(link["destination"])) > 1 and target is not None:
                        kind = row[f"Z{numbers[link['destination']]}_{link['name'].upper()}"]
                        assert found[link["name"]] == f"{names[kind]}#{target}", (tbl, number, link["name"])
            objects[f"{entity}#{number}"] = found
    for name, number in highest.items():
        assert maxima[name] >= number, (name, maxima[name], number)
    integrity = [row[0] for row in connection.execute("PRAGMA integrity_check")]
    json.dump({"integrity": integrity, "objects": objects}, sys.stdout, sort_keys=True)


main()
