/** One option of a command. */
export interface OptionSpec {
  /** Without the dashes. */
  name: string
  short?: string
  /** What stands for its value in the help, such as `FILE`; left out: a flag. */
  value?: string
  about: string
  /** May the flag be denied by `--no-…`? */
  isDeniable?: boolean
  /** Why the option is not taken although people try it. */
  refusal?: string
}

export const JSON_OPTION: OptionSpec = { name: 'json', about: 'print JSON, one object a line' }
export const YES_OPTION: OptionSpec = { name: 'yes', short: 'y', about: 'do not ask' }
export const BY_OPTION: OptionSpec = {
  name: 'by',
  value: 'uid|email|phone',
  about: 'what <user> is, when it does not show'
}

/** Options that every command takes. */
export const COMMON_OPTIONS: readonly OptionSpec[] = [
  { name: 'config', short: 'c', value: 'FILE', about: 'configuration; only identityPlatform is read' },
  { name: 'tenant', value: 'ID', about: 'tenant; default identityPlatform.tenantId' },
  { name: 'no-tenant', about: "the project's own pool, whatever the configuration says" },
  { name: 'help', short: 'h', about: 'this text' }
]
