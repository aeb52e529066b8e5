import {
  email,
  everyMethod,
  failed,
  google,
  type Preview,
  preview,
  providers,
  signIn,
  submitting
} from './preview.ts'

/** The sign-in screen. */
export const signInPreviews: readonly Preview[] = [
  preview('sign-in', signIn, { patch: everyMethod }),
  preview('sign-in-password-only', signIn, {
    patch: {
      providers: [],
      methods: {
        password: true,
        emailLink: false,
        phone: false,
        passkey: 'off',
        signup: false,
        askName: false
      }
    }
  }),
  preview('sign-in-providers-only', signIn, {
    patch: {
      providers,
      methods: {
        password: false,
        emailLink: false,
        phone: false,
        passkey: 'off',
        signup: false,
        askName: false
      }
    }
  }),
  preview('sign-in-email-link-only', signIn, {
    patch: {
      providers: [google],
      methods: {
        password: false,
        emailLink: true,
        phone: false,
        passkey: 'off',
        signup: false,
        askName: false
      }
    }
  }),
  preview('sign-in-remember', signIn, { patch: { ...everyMethod, remember: true }, email, remember: true }),
  preview('sign-in-last-used', signIn, { patch: everyMethod, lastUsed: 'google.com' }),
  preview('sign-in-last-used-of-many', signIn, {
    patch: { ...everyMethod, providers },
    lastUsed: 'apple.com'
  }),
  preview('sign-in-last-used-link', signIn, { patch: everyMethod, lastUsed: 'link' }),
  preview('sign-in-destination', signIn, { patch: { ...everyMethod, destination: 'Reports' } }),
  preview('sign-in-expired', signIn, { patch: everyMethod, reason: 'expired' }),
  preview('sign-in-replaced', signIn, { patch: everyMethod, reason: 'replaced' }),
  preview('sign-in-revoked', signIn, { patch: everyMethod, reason: 'revoked' }),
  preview('sign-in-step-up', signIn, { patch: everyMethod, reason: 'step-up' }),
  preview('sign-in-step-up-known', signIn, {
    patch: {
      ...everyMethod,
      providers,
      destination: 'Payments',
      account: { name: 'Alex Example', email, provider: 'github.com' }
    },
    email,
    isKnown: true,
    reason: 'step-up'
  }),
  preview('sign-in-second-factor-known', signIn, {
    patch: { ...everyMethod, destination: 'Payments', secondFactor: true },
    email,
    isKnown: true,
    reason: 'step-up'
  }),
  preview('sign-in-second-step', signIn, {
    patch: { ...everyMethod, address: 'second-step', destination: 'Payments' },
    email,
    isKnown: true,
    reason: 'step-up'
  }),
  preview('sign-in-second-factor', signIn, {
    patch: { ...everyMethod, secondFactor: true },
    email,
    reason: 'step-up'
  }),
  preview('sign-in-link-used', signIn, { patch: everyMethod, reason: 'link-used' }),
  preview('sign-in-signed-out', signIn, { patch: everyMethod, reason: 'signed-out' }),
  preview('sign-in-too-early', signIn, { patch: everyMethod, reason: 'js' }),
  preview('sign-in-offline', signIn, { patch: everyMethod, offline: true }),
  preview('sign-in-elsewhere', signIn, { patch: everyMethod, signedInElsewhere: true }),
  preview('sign-in-email-missing', signIn, { patch: everyMethod, status: failed('page/email-missing') }),
  preview('sign-in-password-missing', signIn, {
    patch: everyMethod,
    email,
    status: failed('page/password-missing')
  }),
  preview('sign-in-wrong-password', signIn, {
    patch: everyMethod,
    email,
    status: failed('auth/invalid-credential')
  }),
  preview('sign-in-attempts', signIn, {
    patch: everyMethod,
    email,
    status: failed('auth/too-many-requests')
  }),
  preview('sign-in-unreachable', signIn, {
    patch: everyMethod,
    email,
    status: failed('auth/network-request-failed')
  }),
  preview('sign-in-disabled', signIn, { patch: everyMethod, email, status: failed('USER_DISABLED') }),
  preview('sign-in-fault', signIn, { patch: everyMethod, email, status: failed('INTERNAL_ERROR') }),
  preview('sign-in-popup-blocked', signIn, {
    patch: everyMethod,
    status: failed('auth/popup-blocked', { provider: 'google.com', mode: 'redirect' })
  }),
  preview('sign-in-cancelled', signIn, { patch: everyMethod, status: failed('auth/popup-closed-by-user') }),
  preview('sign-in-submitting', signIn, { patch: everyMethod, email, status: submitting }),
  preview('sign-in-exchanging', signIn, { patch: everyMethod, email, status: { name: 'exchanging' } }),
  preview('sign-in-returning', signIn, { patch: everyMethod, status: { name: 'returning' } }),
  preview('sign-in-waiting', signIn, {
    patch: everyMethod,
    status: { name: 'waiting', provider: 'google.com' }
  })
]
