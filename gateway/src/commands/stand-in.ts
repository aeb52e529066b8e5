import { EXIT, type ExitCode, ifIncluded, wrongUsage } from './command-error.ts'
import { type Call, readPort } from './command-line/command.ts'
import { tell } from './io.ts'
import { openLog, startOrExplain, untilStopped } from './serving/process.ts'

const DEFAULT_PORT = 9199
const DEFAULT_PROJECT = 'demo-local'
const USER = { email: 'ada@example.com', password: 'some password' }

/** `gatehouse stand-in`. */
export async function standIn({ io, args }: Call): Promise<ExitCode> {
  const port = readPort(args) ?? DEFAULT_PORT
  const projectId = args.text('project') ?? DEFAULT_PROJECT
  // The gateway warns about a real project that is reached without TLS.
  if (!projectId.startsWith('demo-'))
    throw wrongUsage('--project begins with demo-, so that it is no real project')
  const { startStandIn } = await ifIncluded(() => import('../../stand-in/stand-in.ts'))
  const provider = await startOrExplain(() => startStandIn({ projectId, port }), openLog('info'))
  provider.accounts.create({ ...USER, emailVerified: true, displayName: 'Ada' })
  const { identityToolkit, secureToken, certificates, oauthToken } = provider.endpoints
  void tell(
    io.stdout,
    `# Put this into the configuration of your gateway. Press Ctrl-C to stop; accounts are lost then.
identityPlatform:
  projectId: ${projectId}
  apiKey: ${provider.apiKey}
  endpoints:
    identityToolkit: ${identityToolkit}
    secureToken: ${secureToken}
    certificates: ${certificates}
    oauthToken: ${oauthToken}
# Sign in as ${USER.email} with "${USER.password}".
# Mails with their links: ${provider.url}/emulator/v1/projects/${projectId}/oobCodes
`
  )
  await untilStopped()
  await provider.close()
  return EXIT.done
}
