import { KNOWN_PROVIDERS, nameProvider } from '../provider-names.ts'
import type { Config } from '../schema/schema.ts'
import type { Report } from './check.ts'

/** What Firebase calls the ways to sign in that are no provider of somebody else. */
const OWN_METHODS = /^(password|phone|anonymous|emailLink|custom|firebase)$/

/** A way in, and nothing switched on that another switch makes unreachable. */
export function checkMethods({ login }: Config, report: Report): void {
  const { password, emailLink, signup, askName } = login.methods
  if (!password && !emailLink && login.providers.length === 0)
    report(
      'login.methods',
      'leaves no way to sign in',
      'Switch on `password` or `emailLink`, or name one of `login.providers`.'
    )
  if (signup && !password)
    report(
      'login.methods.signup',
      'needs `login.methods.password`',
      'Accounts are made with a password here: switch `password` on, or `signup` off.'
    )
  if (askName && !(password && signup) && !emailLink)
    report(
      'login.methods.askName',
      'has nobody to ask: the page makes no accounts',
      'Switch on `signup` with `password`, or `emailLink`; else `askName` off.'
    )
}

/** Providers that the page can name and go to, each once. */
export function checkProviders({ login }: Config, report: Report): void {
  login.providers.forEach((provider, index) => {
    const { id } = provider
    const path = `login.providers[${index}]`
    const first = login.providers.findIndex((other) => other.id === id)
    if (first !== index)
      report(`${path}.id`, `is the same as login.providers[${first}].id`, 'Keep one of the two.')
    if (OWN_METHODS.test(id))
      report(
        `${path}.id`,
        'is not a provider of somebody else',
        'Switch ways of our own on in `login.methods`.'
      )
    else if (isOwnRegistration(id)) {
      if (nameProvider(provider) === null)
        report(
          `${path}.name`,
          'is required for `saml.…` and `oidc.…`',
          'What visitors know it by: `name: Acme SSO`.'
        )
    } else if (!KNOWN_PROVIDERS.includes(id))
      report(
        `${path}.id`,
        'is not a provider that the page knows',
        `One of ${KNOWN_PROVIDERS.join(', ')}, or \`saml.…\` or \`oidc.…\` as the project calls it.`
      )
  })
}

/** What an authenticator app can show. */
export function checkIssuer({ login }: Config, report: Report): void {
  if (login.mfa.totp !== 'off' && login.mfa.issuer === null && login.brand.name.includes(':'))
    report(
      'login.mfa.issuer',
      'would be `login.brand.name`, which has a colon: authenticator apps end the name there',
      'Give `login.mfa.issuer` a name without one.'
    )
}

/** Registered in the project, under an id that the project chose. */
function isOwnRegistration(id: string): boolean {
  return /^(saml|oidc)\../.test(id)
}
