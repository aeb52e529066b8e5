import { Command, Option } from 'commander'
import { RESERVED_CLAIMS } from '../../config/defaults.ts'
import { type AccountChanges, KEY_KINDS } from '../../identity-platform/accounts/account-fields.ts'
import { type ExitCode, wrongUsage } from '../command-error.ts'
import type { Io } from '../io.ts'

export interface Call {
  io: Io
  args: Arguments
}

/** Runs a command and returns its exit code. Throws a `CommandError` to end with a message. */
export type Run = (call: Call) => Promise<ExitCode>

/** Imports a command when called, so a starting gateway loads no other commands. */
export type LoadRun = () => Promise<Run>

/** Runs a parsed command. `load`: imports it. */
export type RunParsed = (load: LoadRun, command: GatehouseCommand) => Promise<void>

/** A command of Gatehouse. Its subcommands are of this class too. */
export class GatehouseCommand extends Command {
  readonly #run: RunParsed

  constructor(name: string, run: RunParsed) {
    super(name)
    this.#run = run
  }

  override createCommand(name: string): GatehouseCommand {
    return new GatehouseCommand(name, this.#run)
  }

  addOptions(...options: readonly Option[]): this {
    for (const option of options) this.addOption(option)
    return this
  }

  /** Adds to the help all codes the command can return, and command lines to copy, without `gatehouse`. */
  notes(exitCodes: Readonly<Partial<Record<ExitCode, string>>>, ...examples: readonly string[]): this {
    const codes = Object.entries(exitCodes).map(([code, meaning]) => `  ${code.padEnd(4)} ${meaning}`)
    const lines = examples.map((example) => `  gatehouse ${example}`)
    return this.addHelpText('after', ['', 'Examples:', ...lines, '', 'Exit codes:', ...codes].join('\n'))
  }

  lazyAction(load: LoadRun): this {
    return this.action(() => this.#run(load, this))
  }

  /** Positional arguments after the command's name. */
  get words(): readonly string[] {
    return this.args
  }

  /** The value of an option; undefined if not given. */
  text(name: string): string | undefined {
    const value = this.#valueOf(name)
    return typeof value === 'string' ? value : undefined
  }

  /** All values of a repeatable option, in order. */
  texts(name: string): readonly string[] {
    const value = this.#valueOf(name)
    return Array.isArray(value) ? value.map(String) : []
  }

  /** True if given, false if given as `--no-…`, otherwise undefined. */
  flag(name: string): boolean | undefined {
    const value = this.#valueOf(name)
    return typeof value === 'boolean' ? value : undefined
  }

  #valueOf(name: string): unknown {
    const option = this.options.find(({ long }) => long === `--${name}`)
    if (option === undefined) throw new Error(`the command declares no option --${name}`)
    return this.getOptionValue(option.attributeName())
  }
}

/** The arguments of a command. All three functions throw for names the command does not declare. */
export type Arguments = Pick<GatehouseCommand, 'words' | 'text' | 'texts' | 'flag'>

/** An option that is a whole number of at least 1; undefined if not given. */
export function readCount(args: Arguments, name: string): number | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && Number.isSafeInteger(value)) return value
  throw wrongUsage(`--${name} takes a whole number of at least 1`)
}

/** The option `--port`; undefined if not given. 0: any free port. */
export function readPort(args: Arguments): number | undefined {
  const text = args.text('port')
  if (text === undefined) return undefined
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw wrongUsage('--port takes a number up to 65535')
}

/** The value of a `choiceOption`; undefined if not given. */
export function readChoice<T extends string>(args: Arguments, name: string, choices: readonly T[]) {
  const text = args.text(name)
  return choices.find((choice) => choice === text)
}

/** Wider lines are hard to read. */
const WIDEST = 100
const WIDTH_WITHOUT_TERMINAL = 80

/** Width of help texts. `columns`: of the terminal; undefined: none. */
export function chooseHelpWidth(columns: number | undefined): number {
  return Math.min(columns ?? WIDTH_WITHOUT_TERMINAL, WIDEST)
}

/** Address of the proxy in `demo --forward-auth`, as in `deploy/forward-auth`. */
export const DEMO_PROXY_URL = 'http://localhost:8000'

/** An option with fixed values. Commander's `choices` would print a wrong value, which may be a secret. */
export function choiceOption(flag: string, choices: readonly string[], about: string): Option {
  return new Option(`${flag} <${choices.join('|')}>`, about).argParser((text) => {
    if (choices.includes(text)) return text
    throw wrongUsage(`${flag}: must be one of: ${choices.join(', ')}`)
  })
}

/** A repeatable option. */
export function repeatableOption(flags: string, about: string): Option {
  return new Option(flags, about).argParser((text, before: readonly string[] = []) => [...before, text])
}

export const CONFIG = new Option(
  '-c, --config <FILE>',
  'configuration (YAML or JSON); GATEHOUSE_… variables override it'
)

export const JSON_LINES = new Option('--json', 'print JSON, one object per line')

export const YES = new Option('-y, --yes', 'do not ask')

export const BY = choiceOption('--by', KEY_KINDS, 'kind of <user>, if its form is ambiguous')

/** Options that select the tenant of an account. */
export const IN_TENANT: readonly Option[] = [
  new Option('--tenant <ID>', 'tenant (default: identityPlatform.tenantId)'),
  new Option('--no-tenant', "the project's own accounts, whatever the configuration says")
]

/** Options for account fields. */
export const PROFILE: readonly Option[] = [
  new Option('--email <ADDRESS>', 'email address'),
  new Option('--email-verified', 'the address is verified'),
  new Option('--no-email-verified', 'the address is not verified'),
  new Option('--display-name <TEXT>', 'name'),
  new Option('--photo-url <URL>', 'picture'),
  new Option('--phone <NUMBER>', 'phone number, such as +15555550100'),
  new Option('--disabled', 'cannot sign in'),
  new Option('--no-disabled', 'can sign in'),
  new Option('--password-stdin', 'read the password from standard input (prompts at a terminal)'),
  new Option('--password-file <FILE>', 'read the password from a file'),
  // Always rejected; declared so that no other option takes the value.
  new Option('--password [value]')
    .hideHelp()
    .preset('')
    .argParser(() => {
      throw wrongUsage(
        '--password: anyone on this machine could read it in the process list; use --password-stdin or --password-file'
      )
    })
]

/** Values of `users update --clear`: word -> the options that set the same field, and the change. */
export const CLEARABLE: Readonly<Record<string, { setBy: readonly string[]; change: AccountChanges }>> = {
  email: { setBy: ['email'], change: { email: null } },
  'display-name': { setBy: ['display-name'], change: { displayName: null } },
  'photo-url': { setBy: ['photo-url'], change: { photoURL: null } },
  phone: { setBy: ['phone'], change: { phoneNumber: null } },
  password: { setBy: ['password-stdin', 'password-file'], change: { password: null } },
  claims: { setBy: ['claims'], change: { customClaims: null } },
  'second-factors': { setBy: [], change: { secondFactors: null } }
}

/** Unreserved claims of id tokens. Accepted as custom claims, but applications could not tell who set them. */
export const STANDARD_CLAIMS: ReadonlySet<string> = new Set([
  'email',
  'email_verified',
  'name',
  'phone_number',
  'picture',
  'provider_id',
  'user_id'
])

/** Forbidden claim names, for help texts. */
export const FORBIDDEN_NAMES_TEXT = `Reserved by the provider: ${[...RESERVED_CLAIMS].join(', ')}.

Used by id tokens: ${[...STANDARD_CLAIMS].join(', ')}.`

/** When a change takes effect, for help texts and messages. */
export const CLAIMS_EFFECT_TEXT =
  'Sessions pick it up at their next refresh, within the hour, or at once by POST /_auth/refresh?force=1.'
