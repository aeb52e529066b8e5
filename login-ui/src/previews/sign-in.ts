import {
  email,
  failed,
  google,
  noMethods,
  type Preview,
  preview,
  providers,
  signIn,
  submitting
} from './preview.ts'

/** The sign-in screen. */
export const signInPreviews: readonly Preview[] = [
  preview('sign-in', signIn),
  preview('sign-in-password-only', signIn, {
    patch: { providers: [], methods: { ...noMethods, password: true } }
  }),
  preview('sign-in-providers-only', signIn, { patch: { providers, methods: noMethods } }),
  preview('sign-in-email-link-only', signIn, {
    patch: { providers: [google], methods: { ...noMethods, emailLink: true } }
  }),
  preview('sign-in-remember', signIn, { patch: { remember: true }, email, remember: true }),
  preview('sign-in-last-used', signIn, { lastUsed: 'google.com' }),
  preview('sign-in-last-used-of-many', signIn, { patch: { providers }, lastUsed: 'apple.com' }),
  preview('sign-in-last-used-link', signIn, { lastUsed: 'link' }),
  preview('sign-in-destination', signIn, { patch: { destination: 'Reports' } }),
  preview('sign-in-expired', signIn, { reason: 'expired' }),
  preview('sign-in-replaced', signIn, { reason: 'replaced' }),
  preview('sign-in-revoked', signIn, { reason: 'revoked' }),
  preview('sign-in-step-up', signIn, { reason: 'step-up' }),
  preview('sign-in-step-up-known', signIn, {
    patch: {
      providers,
      destination: 'Payments',
      account: { name: 'Alex Example', email, provider: 'github.com' }
    },
    email,
    isKnown: true,
    reason: 'step-up'
  }),
  preview('sign-in-second-factor-known', signIn, {
    patch: { destination: 'Payments', secondFactor: true },
    email,
    isKnown: true,
    reason: 'step-up'
  }),
  preview('sign-in-second-step', signIn, {
    patch: { address: 'second-step', destination: 'Payments' },
    email,
    isKnown: true,
    reason: 'step-up'
  }),
  preview('sign-in-second-factor', signIn, { patch: { secondFactor: true }, email, reason: 'step-up' }),
  preview('sign-in-link-used', signIn, { reason: 'link-used' }),
  preview('sign-in-signed-out', signIn, { reason: 'signed-out' }),
  preview('sign-in-too-early', signIn, { reason: 'js' }),
  preview('sign-in-offline', signIn, { offline: true }),
  preview('sign-in-elsewhere', signIn, { signedInElsewhere: true }),
  preview('sign-in-email-missing', signIn, { status: failed('page/email-missing') }),
  preview('sign-in-password-missing', signIn, { email, status: failed('page/password-missing') }),
  preview('sign-in-wrong-password', signIn, { email, status: failed('auth/invalid-credential') }),
  preview('sign-in-attempts', signIn, { email, status: failed('auth/too-many-requests') }),
  preview('sign-in-unreachable', signIn, { email, status: failed('auth/network-request-failed') }),
  preview('sign-in-disabled', signIn, { email, status: failed('USER_DISABLED') }),
  preview('sign-in-fault', signIn, { email, status: failed('INTERNAL_ERROR') }),
  preview('sign-in-popup-blocked', signIn, {
    status: failed('auth/popup-blocked', { provider: 'google.com', mode: 'redirect' })
  }),
  preview('sign-in-cancelled', signIn, { status: failed('auth/popup-closed-by-user') }),
  preview('sign-in-submitting', signIn, { email, status: submitting }),
  preview('sign-in-exchanging', signIn, { email, status: { name: 'exchanging' } }),
  preview('sign-in-returning', signIn, { status: { name: 'returning' } }),
  preview('sign-in-waiting', signIn, { status: { name: 'waiting', provider: 'google.com' } })
]
