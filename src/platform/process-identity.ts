/** Tells whether a process id written down earlier still means the same process: pids are reused, start times are not. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** A text unique to this run of this process, or undefined when nothing lives under the id. */
export function identifyProcess(pid: number): string | undefined {
  return process.platform === 'linux' ? identifyOnLinux(pid) : identifyByPs(pid);
}

function identifyOnLinux(pid: number): string | undefined {
  try {
    // The command name stands in parentheses and may itself hold spaces: read after the last one.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Z and X: ended, only its entry waits for the parent. Field 22 of the line: start, in ticks since boot.
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${bootId()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'boot';
  }
}

function identifyByPs(pid: number): string | undefined {
  const [state, ...started] = runPs(pid, 'state=,lstart=').split(/\s+/);
  return !state || state.startsWith('Z') ? undefined : started.join(' ');
}

/** The program and arguments of a process; empty when unknown. */
export function readCommandLine(pid: number): string {
  if (process.platform !== 'linux') return runPs(pid, 'command=');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** The folder a process works in; undefined when unknown. */
export function readWorkingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function runPs(pid: number, columns: string): string {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', columns], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '';
  }
}
