import { ASK_PASSWORD } from '../machine.ts'
import {
  email,
  failed,
  google,
  noMethods,
  type Preview,
  preview,
  providers,
  signIn,
  submitting,
  usualMethods
} from './preview.ts'

const ofSignIn = (state: string, options: Parameters<typeof preview>[2] = {}) =>
  preview(`sign-in${state}`, signIn, options)

const ofPassword = (state: string, options: Parameters<typeof preview>[2] = {}) =>
  preview(`sign-in${state}`, ASK_PASSWORD, { email, ...options })

/** All ways, as on the demo. */
const everyWay = {
  destination: 'Reports',
  providers: providers.slice(2),
  methods: { ...usualMethods, phone: true, passkey: 'button' }
} satisfies Preview['patch']
const stepUp = { email, isKnown: true, reason: 'step-up' } as const
const destination = 'Payments'

/** The sign-in screen. */
export const signInPreviews: readonly Preview[] = [
  ofSignIn(''),
  ofSignIn('-every-way', { patch: everyWay }),
  ofSignIn('-every-way-at-once', { patch: { ...everyWay, identifierFirst: false }, lastUsed: 'link' }),
  ofPassword('-password', { patch: everyWay, lastUsed: 'link' }),
  ofSignIn('-password-only', { patch: { providers: [], methods: { ...noMethods, password: true } } }),
  ofSignIn('-providers-only', { patch: { providers, methods: noMethods } }),
  ofSignIn('-email-link-only', {
    patch: { providers: [google], methods: { ...noMethods, emailLink: true } }
  }),
  ofSignIn('-remember', { patch: { remember: true }, email, remember: true }),
  ofSignIn('-last-used', { lastUsed: 'google.com' }),
  ofSignIn('-last-used-of-many', { patch: { providers }, lastUsed: 'apple.com' }),
  ofSignIn('-destination', { patch: { destination: 'Reports' } }),
  ...(['expired', 'replaced', 'revoked', 'step-up', 'link-used', 'signed-out'] as const).map((reason) =>
    ofSignIn(`-${reason}`, { reason })
  ),
  ofSignIn('-step-up-known', {
    patch: { providers, destination, account: { name: 'Alex Example', email, provider: 'github.com' } },
    ...stepUp
  }),
  ofSignIn('-second-factor-known', { patch: { destination, secondFactor: true }, ...stepUp }),
  ofSignIn('-second-step', { patch: { address: 'second-step', destination }, ...stepUp }),
  ofSignIn('-second-factor', { patch: { secondFactor: true }, email, reason: 'step-up' }),
  ofSignIn('-too-early', { reason: 'js' }),
  ofSignIn('-reloaded', { email, reason: 'reloaded' }),
  ofSignIn('-offline', { offline: true }),
  ofSignIn('-elsewhere', { signedInElsewhere: true }),
  ofSignIn('-email-missing', { status: failed('page/email-missing') }),
  ofPassword('-password-missing', { status: failed('page/password-missing') }),
  ofPassword('-wrong-password', { status: failed('auth/invalid-credential') }),
  ofSignIn('-wrong-password-at-once', {
    patch: { identifierFirst: false },
    email,
    status: failed('auth/invalid-credential')
  }),
  ofPassword('-attempts', { status: failed('auth/too-many-requests') }),
  ofPassword('-unreachable', { status: failed('auth/network-request-failed') }),
  ofPassword('-disabled', { status: failed('USER_DISABLED') }),
  ofPassword('-fault', { status: failed('INTERNAL_ERROR') }),
  ofSignIn('-popup-blocked', {
    status: failed('auth/popup-blocked', { provider: 'google.com', mode: 'redirect' })
  }),
  ofSignIn('-cancelled', { status: failed('auth/popup-closed-by-user') }),
  ofPassword('-submitting', { status: submitting }),
  ofPassword('-exchanging', { status: { name: 'exchanging' } }),
  ofSignIn('-returning', { status: { name: 'returning' } }),
  ofSignIn('-waiting', { status: { name: 'waiting', provider: 'google.com' } })
]
