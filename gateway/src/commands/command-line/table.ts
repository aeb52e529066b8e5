import { ACCOUNT_COMMANDS, ACCOUNT_GROUPS } from './account-commands.ts'
import type { CommandSpec, GroupSpec } from './command.ts'
import { GATEWAY_COMMANDS, GATEWAY_GROUPS } from './gateway-commands.ts'
import { PASSKEY_COMMANDS, PASSKEY_GROUP } from './passkey-commands.ts'

/** Every command of `gatehouse`, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  ...GATEWAY_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...PASSKEY_COMMANDS
]

/** The words that commands are grouped under; an outer group stands before those inside it. */
export const GROUPS: readonly GroupSpec[] = [...GATEWAY_GROUPS, ...ACCOUNT_GROUPS, PASSKEY_GROUP]
