import t from 'tap'
import { MAIN, startProgram } from '../../fixtures/child-process.ts'
import { startPasskeyTrials } from '../../fixtures/passkey-trials.ts'

const { standIn, env, reset, passkeys } = await startPasskeyTrials(t)
const ARGS = ['doctor', '--passkeys', '--account', 'scratch']

t.beforeEach(reset)

t.test('doctor: --account as a program, the passkey comes and goes', async (t) => {
  const { stdout } = await startProgram(MAIN, ARGS, env).ended
  t.match(stdout, /^ok {4}PASSKEY_TRIAL account scratch: a passkey was added and signed in with/m)
  t.equal(passkeys(), 0)
})

t.test(
  'doctor: --account as a program, SIGINT and SIGTERM in the middle: 130 without a passkey',
  async (t) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const hold = holdSignIns()
      const program = startProgram(MAIN, ARGS, env)
      await until(() => passkeys() === 1 && hold.isReached())
      program.child.kill(signal)
      await program.complained(/taking the passkey away first/)
      hold.release()
      const { code, stdout } = await program.ended
      t.equal(code, 130, signal)
      t.match(stdout, /PASSKEY_TRIAL account scratch: interrupted; the passkey is taken away\s+again/)
      t.equal(passkeys(), 0)
    }
  }
)

t.test(
  'doctor: --account as a program, a second SIGINT ends it at once; the next trial clears up',
  async (t) => {
    const hold = holdSignIns()
    const program = startProgram(MAIN, ARGS, env)
    await until(() => passkeys() === 1 && hold.isReached())
    program.child.kill('SIGINT')
    await program.complained(/another Ctrl-C ends at once, and leaves it/)
    program.child.kill('SIGINT')
    t.equal((await program.ended).code, null)
    t.equal(passkeys(), 1)
    hold.release()
    await startProgram(MAIN, ARGS, env).ended
    t.equal(passkeys(), 0)
  }
)

/** Holds sign-ins by passkey back: that of the check PASSKEYS and the first of the trial. */
function holdSignIns() {
  let release = () => {}
  const before = standIn.calls.passkeySignInStart
  standIn.faults.passkeySignInStart = {
    kind: 'hold',
    until: new Promise<void>((resolve) => {
      release = resolve
    })
  }
  return { isReached: () => standIn.calls.passkeySignInStart >= before + 2, release: () => release() }
}

async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise<void>((resolve) => setImmediate(resolve))
}
