import type { Screen } from '../machine.ts'
import type { PageConfig } from '../page-config.ts'
import { everyMethod, failed, type Preview, preview, signIn } from './preview.ts'

const byPhone: Partial<PageConfig> = {
  ...everyMethod,
  methods: { password: true, emailLink: true, phone: true, passkey: 'off', signup: true, askName: true }
}
const phoneOnly: Partial<PageConfig> = {
  providers: [],
  methods: { password: false, emailLink: false, phone: true, passkey: 'off', signup: false, askName: false }
}

const phone: Screen = { name: 'phone', number: '', codes: 0 }
const phoneCode: Screen = { name: 'phone', number: '+15555550100', codes: 1 }

/** Sign-in by phone. */
export const phonePreviews: readonly Preview[] = [
  preview('sign-in-phone', signIn, { patch: byPhone }),
  preview('sign-in-phone-only', signIn, { patch: phoneOnly }),
  preview('phone', phone, { patch: byPhone }),
  preview('phone-malformed', phone, { patch: byPhone, status: failed('page/phone-malformed') }),
  preview('phone-code', phoneCode, { patch: byPhone }),
  preview('phone-wrong-code', phoneCode, {
    patch: byPhone,
    status: failed('auth/invalid-verification-code')
  })
]
