import { loadConfig, needsOf } from '../config/load.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import { createIdentityPlatform } from '../identity-platform/identity-platform.ts'
import { CommandError, EXIT, unwrapOrExit } from './command-error.ts'
import { type Call, readSources } from './command-line/command.ts'
import { stripControls, writeStderr } from './io.ts'

/** Account commands need no API key, and write events only with a change. */
export const ACCOUNT_NEEDS = needsOf(
  /^(audit|identityPlatform)\b(?!\.tenants)/,
  /^(identityPlatform\.(endpoints|emulatorHost|credentials)|NODE_TLS_REJECT_UNAUTHORIZED)/
)

/** The configuration, and the provider's client, which calls nothing yet. Throws a `CommandError` if something is missing. `tenantId`: null: the project itself. */
export async function openProvider(call: Call) {
  const { io, args, plugins } = call
  const { config, credentials, warnings } = unwrapOrExit(loadConfig(readSources(call), ACCOUNT_NEEDS))
  const settings = config.identityPlatform
  for (const warning of warnings) await writeStderr(io, `warning: ${warning}`)
  if (settings.emulatorHost !== null) {
    await writeStderr(io, `warning: using the emulator at ${settings.emulatorHost}, not the real provider`)
  } else if (credentials === null) throw new CommandError(EXIT.usage, NO_CREDENTIALS)
  const platform = createIdentityPlatform({ settings, credentials, plugins, now: io.now, budget: 'operator' })
  // False: --no-tenant.
  const tenantId = args.flag('tenant') === false ? null : (args.text('tenant') ?? settings.tenantId)
  return { config, platform, tenantId }
}

const NO_CREDENTIALS = `no credentials: account calls are made as the project. Either
  - set identityPlatform.credentialsFile (or GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS_FILE, or
    GOOGLE_APPLICATION_CREDENTIALS) to a service account key with the role Firebase Authentication Admin, or
  - run \`gcloud auth application-default login\`, or
  - run on Google Cloud with a service account that has that role, or
  - set identityPlatform.emulatorHost to use an emulator.`

/** The error for a failed call. `doing`: the attempted action, such as `reading alice`. */
export function providerError(failure: ProviderFailure, doing: string): CommandError {
  const exitCode = failure.kind === 'caller' ? EXIT.usage : EXIT.failed
  const code = failure.code === 'USER_NOT_FOUND' ? EXIT.notFound : exitCode
  return new CommandError(code, `${doing}: ${describeFailure(failure)}`)
}

/** A failed call as text, safe for a terminal. */
export function describeFailure({ kind, code, detail, hint, retryAfterSeconds }: ProviderFailure): string {
  const subject = code === 'USER_NOT_FOUND' ? 'no such user' : SUBJECTS[kind]
  const lines = [`${subject ?? 'the provider rejects the call'}: ${stripControls(detail)}`]
  if (hint !== undefined)
    lines.push(`  probable cause: ${stripControls(hint.cause)}`, `  what to do: ${stripControls(hint.fix)}`)
  if (retryAfterSeconds !== undefined) lines.push(`  try again in ${retryAfterSeconds} s`)
  return lines.join('\n')
}

const SUBJECTS: Partial<Record<ProviderFailure['kind'], string>> = {
  temporary: 'the provider is unavailable or over its quota',
  configuration: 'the provider rejects these credentials or this project',
  caller: 'wrong argument'
}
