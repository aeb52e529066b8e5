import type { PageConfig } from '../page-config.ts'
import { email, everyMethod, failed, type Preview, preview, signIn, submitting } from './preview.ts'

/** A page with passkeys beside all usual methods. */
export const withPasskeys: Partial<PageConfig> = {
  ...everyMethod,
  methods: {
    password: true,
    emailLink: true,
    phone: false,
    passkey: 'button',
    signup: true,
    askName: true
  }
}

/** Passkey sign-in, and the offer to add one. */
export const passkeyPreviews: readonly Preview[] = [
  preview('sign-in-passkey', signIn, { patch: withPasskeys }),
  preview('sign-in-passkey-cancelled', signIn, { patch: withPasskeys, status: failed('passkey/cancelled') }),
  preview('sign-in-passkey-unknown', signIn, {
    patch: withPasskeys,
    status: failed('passkey/PASSKEY_ENROLLMENT_NOT_FOUND')
  }),
  preview('passkey', { name: 'passkey', device: 'Mac' }, { patch: withPasskeys, email }),
  preview(
    'passkey-exists',
    { name: 'passkey', device: null },
    { patch: withPasskeys, email, status: failed('passkey/PASSKEY_EXISTS') }
  ),
  preview(
    'passkey-adding',
    { name: 'passkey', device: 'Mac' },
    { patch: withPasskeys, email, status: submitting }
  )
]
