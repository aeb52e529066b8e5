import { Type } from 'typebox'
import { conditionReference, type WrittenCondition } from '../access/settings.ts'
import { flag, HOST_OR_WILDCARD, integer, list, optionalInteger, section } from '../config/schema/fields.ts'
export const clientSdk = section(
  'Firebase code of the application in the browser, which needs the client SDK signed in (Firestore, Storage): `GET /_auth/firebase-token` gives scripts of a host’s own pages a custom token for the account of the session. The browser then has a refresh token of its own, which those scripts can read, and which a sign-out ends only with `/logout?everywhere=1`. See `gateway/docs/firebase-sdk.md`.',
  {
    enabled: flag('Gives out custom tokens. Needs Google credentials that can sign.'),
    hosts: Type.Array(Type.String({ pattern: HOST_OR_WILDCARD }), {
      default: [],
      description:
        'Hosts whose pages get custom tokens, without a port; `*.example.com` covers all hosts one label below. Empty: every host of the gateway. Elsewhere the path is 404.'
    }),
    allow: Type.Unsafe<'signed-in' | WrittenCondition>({
      type: ['object', 'string'],
      pattern: '^signed-in$',
      default: 'signed-in',
      description: 'Who gets them: `signed-in`, or a condition as in `access.rules`.',
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema keyword
      then: conditionReference
    }),
    require: section(
      'Requirements on the sign-in itself, as in `access.rules`. A custom token begins a new sign-in at the provider, which counts as recent there: with it, scripts can change password and address of the account.',
      {
        secondFactor: flag('The visitor must have signed in with a second factor of any kind.'),
        signedInWithin: optionalInteger('Max age of the sign-in, in seconds; null: any.', {
          minimum: 60,
          maximum: 31536000
        })
      }
    ),
    claims: list(
      'Claims of the session that the custom token carries into the id tokens of the client SDK, where security rules see them, such as those of `beforeSignIn`. Custom claims of the account are in them anyway. Names, no paths.'
    ),
    maxAgeSeconds: integer(
      'How long a custom token can be used, in seconds. The sign-in that it begins lasts until it is revoked.',
      { default: 300, minimum: 60, maximum: 3600 }
    )
  }
)

const on = (description: string) => flag(description, true)

export const account = section(
  'The account page at `paths.account`, where users view and change their own account, and the endpoints below `/_auth/account`. The switches only show or hide features: a signed-in user has a token and can call the provider directly. To forbid something, do so in the project, as described for each switch.',
  {
    enabled: flag('Enables the account page. If off, `paths.account` belongs to the application.'),
    name: on('Change the name. The project cannot forbid it; set names with a blocking function.'),
    password: on(
      'Change or add a password. To forbid it, turn off “Email/Password” in the project, or use a tenant without it.'
    ),
    email: on(
      'Change the email address by a link sent to the new one. The project cannot forbid it; a blocking function can refuse sign-ins of foreign addresses.'
    ),
    providers: on(
      'Connect and disconnect the providers of `login.providers`, always in a popup. To forbid it, turn off the provider in the project.'
    ),
    secondStep: on(
      'Set up and remove second factors enabled in `login.mfa`. To forbid it, turn off multi-factor authentication in the project; to require a second factor, set `login.mfa.totp: required`.'
    ),
    passkeys: on(
      'Add and remove passkeys, with `login.methods.passkey`. To forbid it, use the project’s passkey settings.'
    ),
    sessions: on(
      'See where one is signed in, and end those sessions. With a `store`, or with one process; workers without a store have no list of sessions.'
    ),
    export: on('Download the provider’s data of the account as a JSON file.'),
    delete: flag(
      'Delete the account. To forbid it, set `client.permissions.disabledUserDeletion` in the project.'
    )
  }
)
