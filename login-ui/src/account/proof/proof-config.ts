import type { Texts } from '../../lib/i18n.ts'
import type { PageConfig } from '../../page-config.ts'
import type { Owner } from '../contract.ts'

/**
 * The login page's configuration for a proof: the ways in that the account has, in its tenant, and nothing that leads elsewhere.
 * Neither sign-up nor a choice of organization: each would lose what the visitor has begun. The language is chosen on the page
 * around it.
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
      // The link would open in another tab, and a session with it.
      emailLink: false,
      phone: methods.phone && has('phone'),
      passkey: methods.passkey !== 'off' && owner.passkeys.length > 0 ? 'button' : 'off',
      signup: false
    },
    passkeys: { ...passkeys, autoComplete: '', offer: false },
    providers: providers.filter(({ id }) => has(id)),
    mfa: { ...mfa, totp: mfa.totp === 'off' ? 'off' : 'optional' },
    tenant: { id: owner.tenant, choose: [], byEmailDomain: {} },
    account: null
  }
}

/** The page's texts as a proof says them. */
export function proofTexts(texts: Texts): Texts {
  return {
    ...texts,
    // The second step's way back leads to the first one of the same account.
    'page.other-account': texts['page.cancel'],
    // The address cannot be the wrong one.
    'problem.credentials.title': texts['proof.wrong-password.title'],
    'problem.credentials.hint': texts['proof.wrong-password.hint']
  }
}

/** Can the account prove on this page who it is? */
export function hasProof({ methods, providers }: PageConfig): boolean {
  return methods.password || methods.phone || methods.passkey !== 'off' || providers.length > 0
}
