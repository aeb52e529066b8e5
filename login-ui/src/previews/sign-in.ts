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

const ofSignIn = (state: string, options: Parameters<typeof preview>[2] = {}) =>
  preview(`sign-in${state}`, signIn, options)

const stepUp = { email, isKnown: true, reason: 'step-up' } as const
const destination = 'Payments'

/** The sign-in screen. */
export const signInPreviews: readonly Preview[] = [
  ofSignIn(''),
  ofSignIn('-password-only', { patch: { providers: [], methods: { ...noMethods, password: true } } }),
  ofSignIn('-providers-only', { patch: { providers, methods: noMethods } }),
  ofSignIn('-email-link-only', {
    patch: { providers: [google], methods: { ...noMethods, emailLink: true } }
  }),
  ofSignIn('-remember', { patch: { remember: true }, email, remember: true }),
  ofSignIn('-last-used', { lastUsed: 'google.com' }),
  ofSignIn('-last-used-of-many', { patch: { providers }, lastUsed: 'apple.com' }),
  ofSignIn('-last-used-link', { lastUsed: 'link' }),
  ofSignIn('-destination', { patch: { destination: 'Reports' } }),
  ofSignIn('-expired', { reason: 'expired' }),
  ofSignIn('-replaced', { reason: 'replaced' }),
  ofSignIn('-revoked', { reason: 'revoked' }),
  ofSignIn('-step-up', { reason: 'step-up' }),
  ofSignIn('-step-up-known', {
    patch: { providers, destination, account: { name: 'Alex Example', email, provider: 'github.com' } },
    ...stepUp
  }),
  ofSignIn('-second-factor-known', { patch: { destination, secondFactor: true }, ...stepUp }),
  ofSignIn('-second-step', { patch: { address: 'second-step', destination }, ...stepUp }),
  ofSignIn('-second-factor', { patch: { secondFactor: true }, email, reason: 'step-up' }),
  ofSignIn('-link-used', { reason: 'link-used' }),
  ofSignIn('-signed-out', { reason: 'signed-out' }),
  ofSignIn('-too-early', { reason: 'js' }),
  ofSignIn('-reloaded', { email, reason: 'reloaded' }),
  ofSignIn('-offline', { offline: true }),
  ofSignIn('-elsewhere', { signedInElsewhere: true }),
  ofSignIn('-email-missing', { status: failed('page/email-missing') }),
  ofSignIn('-password-missing', { email, status: failed('page/password-missing') }),
  ofSignIn('-wrong-password', { email, status: failed('auth/invalid-credential') }),
  ofSignIn('-attempts', { email, status: failed('auth/too-many-requests') }),
  ofSignIn('-unreachable', { email, status: failed('auth/network-request-failed') }),
  ofSignIn('-disabled', { email, status: failed('USER_DISABLED') }),
  ofSignIn('-fault', { email, status: failed('INTERNAL_ERROR') }),
  ofSignIn('-popup-blocked', {
    status: failed('auth/popup-blocked', { provider: 'google.com', mode: 'redirect' })
  }),
  ofSignIn('-cancelled', { status: failed('auth/popup-closed-by-user') }),
  ofSignIn('-submitting', { email, status: submitting }),
  ofSignIn('-exchanging', { email, status: { name: 'exchanging' } }),
  ofSignIn('-returning', { status: { name: 'returning' } }),
  ofSignIn('-waiting', { status: { name: 'waiting', provider: 'google.com' } })
]
