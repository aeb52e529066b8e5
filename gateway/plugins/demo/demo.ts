import { type ExitCode, wrongUsage } from '../../src/commands/command-error.ts'
import { type Arguments, type Call, readPort } from '../../src/commands/command-line/command.ts'
import { writeQuietly } from '../../src/commands/io.ts'
import {
  onHangUp,
  openLog,
  startOrExplain,
  surviveUncaught,
  waitForShutdown
} from '../../src/commands/process.ts'
import { isThisMachine, parseUrl } from '../../src/config/addresses/urls.ts'
import { ifIncluded } from './if-included.ts'

const DEFAULT_PORT = 8080
/** As in `deploy/forward-auth`. */
const QUESTIONS_PORT = 8081
const APPLICATION_PORT = 3000

/** `gatehouse demo`. */
export async function demo({ io, args, plugins }: Call): Promise<ExitCode> {
  const port = readPort(args) ?? DEFAULT_PORT
  const proxyUrl = readProxyUrl(args)
  const upstreamUrl = args.text('upstream') ?? null
  if (proxyUrl !== null && upstreamUrl !== null)
    throw wrongUsage(
      '--upstream: with --forward-auth, the proxy connects to your application; use one of the two'
    )
  const { DEMO_USER, startDemo } = await ifIncluded(() => import('../../demo/demo.ts'))
  const log = openLog('info')
  const proxy =
    proxyUrl === null
      ? null
      : { url: proxyUrl, forwardAuthPort: QUESTIONS_PORT, applicationPort: APPLICATION_PORT }
  const hangUp = onHangUp()
  const running = await startOrExplain(() => startDemo({ port, proxy, upstreamUrl, log, plugins }), log)
  hangUp(running.gateway.reload)
  await log.flush()
  surviveUncaught(log)
  void writeQuietly(
    io.stdout,
    `
  Gatehouse demo   ${running.url}
  Sign in as       ${DEMO_USER.email}
  Password         ${DEMO_USER.password}
  More accounts    “Test” in the corner of the login page: with their mails, codes and second factors
  Provider         ${running.provider.url}

${proxyUrl === null ? '' : describeProxy(port)}  Provider, applications and gateway run in this process, on loopback. Press Ctrl-C to stop.

`
  )
  const code = await waitForShutdown(running.gateway.shutdown, log)
  await running.close()
  return code
}

/** Origin of the visitors' proxy; null: none. */
function readProxyUrl(args: Arguments): string | null {
  const text = args.text('forward-auth')
  if (text === undefined) return null
  const url = parseUrl(text)
  // The page calls a provider on loopback, unreachable for browsers elsewhere.
  if (url === null || `${url.origin}/` !== url.href || !isThisMachine(url.hostname))
    throw wrongUsage(
      `--forward-auth needs the address of a proxy on this machine, such as http://localhost:8000`
    )
  return url.origin
}

function describeProxy(port: number): string {
  return `  This is the address of your proxy: start it with a configuration from deploy/forward-auth. It has to reach:

  Application      http://127.0.0.1:${APPLICATION_PORT}
  Gateway's pages  http://127.0.0.1:${port}
  Auth requests    http://127.0.0.1:${QUESTIONS_PORT}

`
}
