import t from 'tap'
import type { ChangeAnswer } from '../../src/account/changes/change.ts'
import { requestNewEmail } from '../../src/account/changes/details.ts'
import { startPhone } from '../../src/account/changes/second-step.ts'
import { linkProvider } from '../../src/account/changes/ways-in.ts'
import { openAccount, provider } from '../fixtures/account.ts'
import { callsWith, proof, toolsWith } from '../fixtures/account-calls.ts'
import { accountWith, plainSdk, refused, settle, signedIn } from '../fixtures/flows.ts'

/** Blocking functions of the project that refuse changes and re-authentications on the account page. */

const REASON = 'Ask the help desk.'
const REFUSES = `HTTP Cloud Function returned an error: ${JSON.stringify({ error: { message: REASON, status: 'PERMISSION_DENIED' } })}`
const LATE = 'Cloud function deadline exceeded.'
const bySdk = (text: string) => refused('auth/internal-error', `Firebase: ${text} (auth/internal-error).`)
const byCall = (text: string) =>
  provider(400, { error: { message: `BLOCKING_FUNCTION_ERROR_RESPONSE : ${text}` } })

const sdkWith = (account: Parameters<typeof accountWith>[0]) =>
  toolsWith({
    loadSdk: async () => ({ ...plainSdk, continueSignIn: async () => signedIn(accountWith(account)) })
  })
const google = { id: 'google.com', name: 'Google', iconSrc: null, scopes: [], params: {} }

const newEmail = { typed: 'new@example.com', present: null, continueUrl: 'https://app.example.com' }
const changes: [string, (text: string) => Promise<ChangeAnswer>][] = [
  ['another provider', (text) => linkProvider(google)(proof, sdkWith({ link: async () => bySdk(text) }))],
  [
    'a phone number',
    (text) =>
      startPhone('+15555550100', () => {})(proof, sdkWith({ startPhoneEnrolment: async () => bySdk(text) }))
  ],
  ['another address', (text) => requestNewEmail(newEmail)(proof, callsWith(byCall(text)).tools)]
]

for (const [name, change] of changes) {
  t.test(`account: ${name}, refused by a function, is not allowed and shows no message of it`, async (t) => {
    const answer = await change(REFUSES)
    t.match(answer, { kind: 'refused', problem: { title: 'problem.not-allowed.title', kind: 'account' } })
    t.notMatch(JSON.stringify(answer), REASON)
  })

  t.test(`account: ${name}, with a function that does not answer, can be tried again`, async (t) => {
    t.match(await change(LATE), { kind: 'refused', problem: { title: 'problem.unavailable.title' } })
  })
}

for (const showBlockingMessage of [true, false])
  t.test(
    `account: a re-authentication refused by a function, its message ${showBlockingMessage ? '' : 'not '}allowed`,
    async (t) => {
      const account = openAccount({
        owner: { providers: [{ id: 'google.com' }] },
        config: { showBlockingMessage, federated: { mode: 'popup', mayChange: false, standInWindow: null } },
        sdk: { signInWithPopup: async () => bySdk(REFUSES) }
      })
      account.page.prove('password')
      account.page.prover.act('signInWith', 'google.com')
      await settle()
      const { screen, status } = account.page.prover.store.state()
      t.equal(screen.name, 'sign-in', 'the card stays')
      t.match(status, { name: 'error', problem: { title: 'problem.refused.title' } })
      t.equal(JSON.stringify(status).includes(REASON), showBlockingMessage)
    }
  )
