import Platform
import TestSupport

import struct Foundation.Date
import class Foundation.FileManager
import class Foundation.ProcessInfo
import class Foundation.Thread

/// Slurm's controller and one node, on this machine alone and without passwords, ended with the value.
final class SlurmCluster {
  /// Debian's package slurm-wlm has both.
  static let isInstalled = ["slurmctld", "slurmd"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/sbin/\($0)")
  }

  /// The file that the commands of Slurm find the cluster by, in `SLURM_CONF`.
  let configuration: String
  private let scratch: TemporaryFolder
  private var daemons: [pid_t] = []

  /// Starts both, and waits until the node takes jobs.
  init() throws {
    let host = String(ProcessInfo.processInfo.hostName.prefix { $0 != "." })
    let user = ProcessInfo.processInfo.userName
    let port = 20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 10_000 * 2
    scratch = try TemporaryFolder(["state/empty": "", "spool/empty": "", "cgroup.conf": ""])
    configuration = scratch.path("slurm.conf")
    try scratch.write(
      """
      ClusterName=graphbook
      SlurmctldHost=\(host)(127.0.0.1)
      SlurmUser=\(user)
      SlurmdUser=\(user)
      AuthType=auth/none
      CredType=cred/none
      SlurmctldPort=\(port)
      SlurmdPort=\(port + 1)
      StateSaveLocation=\(scratch.path("state"))
      SlurmdSpoolDir=\(scratch.path("spool"))
      SlurmctldPidFile=\(scratch.path("slurmctld.pid"))
      SlurmdPidFile=\(scratch.path("slurmd.pid"))
      ProctrackType=proctrack/pgid
      TaskPlugin=task/none
      SelectType=select/cons_tres
      SelectTypeParameters=CR_Core
      JobAcctGatherType=jobacct_gather/none
      AccountingStorageType=accounting_storage/none
      ReturnToService=2
      SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0
      NodeName=\(host) NodeAddr=127.0.0.1 CPUs=2 RealMemory=2000
      PartitionName=all Nodes=ALL Default=YES State=UP

      """, to: "slurm.conf")
    // They close every file that they inherit, which Foundation would take for their end: a shell starts them.
    let started = try BuiltProgram.shell(
      "for daemon in 'slurmctld -D -i' 'slurmd -D'; do $daemon > /dev/null 2>&1 & echo $!; done", in: scratch.path,
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "SLURM_CONF": configuration])
    daemons = started.output.split(separator: "\n").compactMap { pid_t($0) }
    let end = Date(timeIntervalSinceNow: 30)
    while try state() != "idle", Date() < end { Thread.sleep(forTimeInterval: 0.2) }
  }

  deinit {
    // The threads of tests block most signals, and so do the processes that they start.
    for daemon in daemons { kill(daemon, SIGKILL) }
  }

  /// The state of the node in Slurm's words: `idle` where it takes jobs.
  func state() throws -> String {
    try BuiltProgram.shell(
      "sinfo --noheader --format %T", in: scratch.path, environment: ["SLURM_CONF": configuration]
    ).output.split(separator: "\n").first.map(String.init) ?? ""
  }
}
