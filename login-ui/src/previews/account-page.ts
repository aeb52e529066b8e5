import type { AccountPageConfig, OwnAccount } from '../account/contract.ts'
import type { Screen } from '../machine.ts'
import type { PageConfig } from '../page-config.ts'
import { email, everyMethod, type Preview, preview, providers } from './preview.ts'

const setAt = Date.UTC(2026, 2, 14) / 1000

/** An account with every way to sign in, on a page that offers every change. */
const fullAccount: OwnAccount = {
  uid: 'alex',
  email,
  emailVerified: true,
  name: 'Alex Example',
  picture: null,
  phone: '+*******0123',
  tenant: null,
  createdAt: setAt,
  lastSignInAt: setAt,
  passwordChangedAt: setAt,
  providers: [{ id: 'password' }, { id: 'google.com', email: 'alex@gmail.com' }, { id: 'github.com' }],
  factors: [
    { id: 'app', kind: 'totp', name: 'Phone', hint: null, enrolledAt: setAt },
    { id: 'sms', kind: 'sms', name: null, hint: '+*******0123', enrolledAt: setAt }
  ],
  passkeys: [
    { id: 'laptop', name: "Alex's laptop" },
    { id: 'key', name: null }
  ],
  session: { startedAt: setAt, provider: 'google.com', secondFactor: null },
  may: {
    name: true,
    password: true,
    email: true,
    providers: providers.map(({ id }) => id),
    totp: true,
    sms: true,
    passkeys: true,
    export: true,
    delete: true
  }
}

const nothing: OwnAccount['may'] = {
  name: false,
  password: false,
  email: false,
  providers: [],
  totp: false,
  sms: false,
  passkeys: false,
  export: false,
  delete: false
}

/** What a page of the account is shown with; `account`: other than the full one. */
function accountPatch(
  page: AccountPageConfig['page'],
  account: Partial<OwnAccount> = {},
  facts: Partial<AccountPageConfig> = {}
): Partial<PageConfig> {
  return {
    ...everyMethod,
    providers,
    accountPage: {
      page,
      pages: ['overview', 'password', 'email', 'second-step', 'passkeys', 'providers', 'delete'],
      account: { ...fullAccount, ...account },
      endpoint: '/_auth/account',
      everywhere: true,
      othersEndWithinSeconds: 3600,
      ...facts
    }
  }
}

const overview: Screen = { name: 'account' }

const page = (name: Exclude<AccountPageConfig['page'], 'overview'>): Preview =>
  preview(`account-${name}`, overview, { patch: accountPatch(name) })

/** The account page, as it comes; what its forms do is not shown without a gateway. */
export const accountPagePreviews: readonly Preview[] = [
  preview('account-page', overview, { patch: accountPatch('overview') }),
  preview('account-page-new', overview, {
    patch: accountPatch('overview', {
      name: null,
      emailVerified: false,
      phone: null,
      providers: [{ id: 'password' }],
      factors: [],
      passkeys: [],
      session: { ...fullAccount.session, provider: 'password' }
    })
  }),
  preview('account-page-readable', overview, {
    patch: accountPatch(
      'overview',
      { email: null, providers: [{ id: 'phone' }], passwordChangedAt: null, may: nothing },
      { pages: ['overview'], everywhere: false }
    )
  }),
  page('password'),
  page('email'),
  page('providers'),
  page('second-step'),
  page('passkeys'),
  page('delete')
]
