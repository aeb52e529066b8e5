import t from 'tap'
import { deferAct } from '../src/deferred-act.ts'
import type { Act } from '../src/flows/actions.ts'
import { mailServiceOf } from '../src/screens/mail-screens.tsx'
import { digitsOf } from '../src/screens/phone-forms.tsx'

/** An `Act` that records its calls, and a way to let it load. */
function buildLoading() {
  const done: string[] = []
  const loaded: Act = (name, ...input) => void done.push([name, ...input].join(' '))
  const { promise, resolve, reject } = deferred<Act>()
  return { done, promise, arrive: () => resolve(loaded), lose: () => reject(new Error('lost')), loaded }
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => {}
  let reject: (err: Error) => void = () => {}
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

/** Waits until all pending tasks have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

t.test('deferred actions: once loaded, run only the last action requested before', async (t) => {
  const { done, promise, arrive } = buildLoading()
  const act = deferAct(
    () => promise,
    () => t.fail('loaded')
  )
  act('warmUp')
  act('requestReset', 'a@example.com')
  act('go', 'forgot')
  await settle()
  t.strictSame(done, [])
  arrive()
  await settle()
  t.strictSame(done, ['go forgot'])
  act('warmUp')
  act('requestReset', 'b@example.com')
  t.strictSame(done, ['go forgot', 'warmUp', 'requestReset b@example.com'], 'immediately from then on')
})

t.test('deferred actions: a failed load is reported once and retried with the next action', async (t) => {
  const { promise, lose, loaded, done } = buildLoading()
  const tries = [promise, Promise.resolve(loaded)]
  let failures = 0
  const act = deferAct(
    () => tries.shift() ?? Promise.reject(new Error('no more')),
    () => {
      failures += 1
    }
  )
  act('go', 'forgot')
  lose()
  await settle()
  t.equal(failures, 1)
  t.strictSame(done, [])
  act('go', 'link')
  await settle()
  t.equal(failures, 1)
  t.strictSame(done, ['go link'])
})

t.test('code: digits of any script with spaces between them become plain digits', async (t) => {
  for (const typed of ['123456', '123 456', ' 12-34-56 ', '١٢٣٤٥٦', '۱۲۳۴۵۶', '１２３４５６'])
    t.equal(digitsOf(typed), '123456', typed)
  t.equal(digitsOf('12a'), '12')
  t.equal(digitsOf('abc'), '')
})

t.test('mail service: a well-known domain leads to its mailbox', async (t) => {
  t.equal(mailServiceOf('alex@gmail.com')?.name, 'Gmail')
  t.equal(mailServiceOf('ALEX@GMAIL.COM')?.name, 'Gmail')
  t.equal(mailServiceOf('"a@b"@hotmail.com')?.name, 'Outlook')
})

t.test('mail service: a domain that only looks similar leads nowhere', async (t) => {
  for (const email of [
    'alex@notgmail.com',
    'alex@gmail.com.evil.example',
    'alex@mail.gmail.com',
    'gmail.com@x.example',
    ''
  ])
    t.equal(mailServiceOf(email), null, email)
})
