import { type LoginCheck, openContext } from '../login-environment.ts'
import {
  arrive,
  assertNoSession,
  DEEP_LINK,
  open,
  press,
  pressUntil,
  seeHeading,
  seeText,
  signIn
} from '../page/page-steps.ts'
import { waitForMail } from '../provider/mails.ts'

/** Sessions require a verified email address. */
export const verifiedChecks: readonly LoginCheck[] = [
  [
    'an unverified email must be verified, and the page continues once its link was used in another tab',
    async ({ page, context, environment, watch }) => {
      const account = await environment.accounts.signUp()
      watch.keepSecret(account.password)
      await open(page, DEEP_LINK)
      await signIn(page, account)
      await seeHeading(page, 'verify.heading')
      await assertNoSession(context)
      await press(page, 'verify.send')
      await seeText(page, 'verify.sent', { email: account.email })
      const { search } = await waitForMail(environment.emulatorHost, account.email, 'VERIFY_EMAIL')
      const second = await context.newPage()
      await open(second, `/login/action${search}`)
      await press(second, 'action.verify.submit')
      await seeHeading(second, 'action.verify.done-heading')
      await arrive(page)
    }
  ],
  [
    'once verified on another device, the button continues, but not before',
    async ({ page, context, environment }) => {
      const account = await environment.accounts.signUp()
      await open(page, DEEP_LINK)
      await signIn(page, account)
      await seeHeading(page, 'verify.heading')
      await press(page, 'verify.send')
      await press(page, 'verify.check')
      await seeText(page, 'problem.not-verified.title')
      await assertNoSession(context)
      const { search } = await waitForMail(environment.emulatorHost, account.email, 'VERIFY_EMAIL')
      const elsewhere = await openContext(environment)
      try {
        const phone = await elsewhere.newPage()
        await open(phone, `/login/action${search}`)
        await press(phone, 'action.verify.submit')
        await seeHeading(phone, 'action.verify.done-heading')
      } finally {
        await elsewhere.close()
      }
      // The page may have noticed automatically in the meantime.
      await pressUntil(page, 'verify.check', arrive(page))
    }
  ]
]
