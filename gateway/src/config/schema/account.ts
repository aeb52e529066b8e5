import { Type } from 'typebox'
import { flag, section } from './fields.ts'

const on = (description: string) => Type.Boolean({ description, default: true })

/** The page on which people look after their own account. */
export const account = section(
  'The account page at `paths.account`, where people see and change their own account, and the endpoints below `/_auth/account`. A switch shows something or hides it; it forbids nothing: whoever signs in on a page holds a token and can call the provider. What must not happen has to be forbidden in the project, as each switch says.',
  {
    enabled: flag('Off: `paths.account` is the application’s.'),
    name: on('Change the name. To forbid it: nothing in the project does; set names by a blocking function.'),
    password: on(
      'Change the password, or add one. To forbid it: switch “Email/Password” off in the project, or use a tenant without it.'
    ),
    email: on(
      'Change the email address, by a link to the new one. To forbid it: no setting does; a blocking function can end the session of an address that is not yours.'
    ),
    providers: on(
      'Connect and disconnect the providers of `login.providers`. Connecting opens a window, with `login.federated.mode: redirect` too. To forbid it: switch the provider off in the project.'
    ),
    secondStep: on(
      'Set up and remove second steps, as far as `login.mfa` has them. To forbid it: switch multi-factor authentication off in the project; to keep people from going without one: `login.mfa.totp: required`.'
    ),
    passkeys: on(
      'Add and remove passkeys, with `login.methods.passkey`. To forbid it: the project’s own settings for passkeys.'
    ),
    export: on('Take the data along as a JSON file: what the provider keeps about the account.'),
    delete: flag(
      'Delete the account. The project must allow it too; to forbid it: `client.permissions.disabledUserDeletion`.'
    )
  }
)
