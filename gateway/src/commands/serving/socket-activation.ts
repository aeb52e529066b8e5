import { CommandError, EXIT } from '../command-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The first descriptor that systemd hands over (sd_listen_fds(3)). */
const FIRST_FD = 3

/**
 * The environment in which `listen.fd` is the socket that a systemd socket unit hands over to the process `pid`; the
 * environment as it is when nothing is handed over to it. Throws a `CommandError` when it is more than one socket.
 * Protocol: https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html
 */
export function withSocketActivation(env: Environment, pid: number): Environment {
  // A parent's variables are inherited with those that were meant for it alone.
  if (env.LISTEN_PID !== String(pid) || env.LISTEN_FDS === undefined || env.LISTEN_FDS === '0') return env
  if (env.LISTEN_FDS !== '1')
    throw new CommandError(
      EXIT.usage,
      `systemd hands over several sockets (LISTEN_FDS), and the gateway takes one: leave one \`ListenStream\` in the socket unit`
    )
  return { ...env, GATEHOUSE_LISTEN_FD: String(FIRST_FD) }
}
