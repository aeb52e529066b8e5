import { resolve } from 'node:path'
import { loadConfig } from '../../../config/load.ts'
import { PROVIDER } from '../../../config/partial-config.ts'
import type { Accounts } from '../../../identity-platform/accounts/accounts.ts'
import {
  createIdentityPlatform,
  type IdentityPlatform
} from '../../../identity-platform/identity-platform.ts'
import { CommandError, EXIT, type ExitCode, interrupted, orInterrupted } from '../../command-error.ts'
import { type Arguments, type Call, type Run, readTenant } from '../../command-line/command.ts'
import { type Io, say } from '../../io.ts'
import { requireLoaded } from '../../load-config.ts'
import { withEvents } from './account-events.ts'

/** The provider and the selected tenant. */
export interface Connection {
  platform: IdentityPlatform
  accounts: Accounts
  projectId: string
  /** Null: the project itself. */
  tenantId: string | null
}

/** Reads the configuration and creates the provider's client. Throws a `CommandError` if something is missing. */
export async function connect(io: Io, args: Arguments): Promise<Connection> {
  const file = args.text('config')
  const loaded = requireLoaded(
    loadConfig({ file: file === undefined ? null : resolve(io.cwd, file), env: io.env }, PROVIDER)
  )
  const settings = loaded.config.identityPlatform
  const { credentials, warnings } = loaded
  for (const warning of warnings) await say(io, `warning: ${warning}`)
  if (settings.emulatorHost !== null) {
    await say(io, `warning: using the emulator at ${settings.emulatorHost}, not the real provider`)
  } else if (credentials === null) throw new CommandError(EXIT.usage, NO_CREDENTIALS)
  const platform = createIdentityPlatform({
    settings,
    credentials,
    now: io.now,
    budget: 'operator'
  })
  const tenantId = readTenant(args, settings.tenantId)
  const accounts = withEvents(platform.accountsOf(tenantId), loaded.config, io)
  return { platform, accounts, projectId: settings.projectId, tenantId }
}

const NO_CREDENTIALS = `no credentials: account calls are made as the project. Either
  - set identityPlatform.credentialsFile (or GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS_FILE, or
    GOOGLE_APPLICATION_CREDENTIALS) to a service account key with the role Firebase Authentication Admin, or
  - run \`gcloud auth application-default login\`, or
  - run on Google Cloud with a service account that has that role, or
  - set identityPlatform.emulatorHost to use an emulator.`

export interface AccountCall extends Call {
  /** Reads the configuration and returns the provider without calling it. Throws a `CommandError`. */
  connect(): Promise<Connection>
}

export interface AccountCommandOptions {
  /** The command checks `io.signal` itself and ends in a resumable state. Default false. */
  endsItself?: boolean
}

/** A command with access to the provider: closes what it opened, and ends at Ctrl-C. */
export function withAccounts(
  run: (call: AccountCall) => Promise<ExitCode>,
  { endsItself = false }: AccountCommandOptions = {}
): Run {
  return async ({ io, args }) => {
    const opened: Connection[] = []
    const running = run({
      io,
      args,
      async connect() {
        if (io.signal.aborted) throw interrupted()
        const connection = await connect(io, args)
        opened.push(connection)
        return connection
      }
    })
    try {
      return await (endsItself ? running : orInterrupted(io.signal, running))
    } finally {
      await Promise.all(opened.map(({ platform }) => platform.close()))
    }
  }
}
