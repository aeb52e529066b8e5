import type { Texts } from '../../lib/i18n.ts'
import type { PageConfig } from '../../page-config.ts'
import type { Owner } from '../contract.ts'

/**
 * The login page's configuration for a proof: the account's sign-in methods, in its tenant, and no links elsewhere. No sign-up
 * and no choice of organization, which would lose what the visitor has begun. The surrounding page has the language menu.
 */
export function proofConfig(config: PageConfig, owner: Owner): PageConfig {
  const { methods, mfa, passkeys, providers, texts } = config
  const has = (id: string) => owner.providers.some((one) => one.id === id)
  return {
    ...config,
    address: 'sign-in',
    texts: proofTexts(texts),
    locales: [],
    destination: null,
    reason: null,
    secondFactor: false,
    remember: false,
    lastUsed: false,
    methods: {
      ...methods,
      password: methods.password && owner.email !== null && has('password'),
      // The link would open in another tab, with a session of its own.
      emailLink: false,
      phone: methods.phone && has('phone'),
      passkey: methods.passkey !== 'off' && owner.passkeys.length > 0 ? 'button' : 'off',
      signup: false
    },
    identifierFirst: false,
    passkeys: { ...passkeys, autoComplete: '', offer: false },
    providers: providers.filter(({ id }) => has(id)),
    mfa: { ...mfa, totp: mfa.totp === 'off' ? 'off' : 'optional' },
    tenant: { id: owner.tenant, choose: [], byEmailDomain: {} },
    account: null
  }
}

/** The page's texts, adapted to a proof. */
export function proofTexts(texts: Texts): Texts {
  return {
    ...texts,
    // Here, going back from the second step leads to the first step of the same account.
    'page.other-account': texts['page.cancel'],
    // The address cannot be wrong.
    'problem.credentials.title': texts['proof.wrong-password.title'],
    'problem.credentials.hint': texts['proof.wrong-password.hint']
  }
}

/** Whether the account can prove its identity on this page. */
export function hasProof({ methods, providers }: PageConfig): boolean {
  return methods.password || methods.phone || methods.passkey !== 'off' || providers.length > 0
}
