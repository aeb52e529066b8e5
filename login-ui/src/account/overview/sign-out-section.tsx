import type { SubmitEvent } from 'react'
import { problemOf } from '../../auth/errors.ts'
import { providerName } from '../../lib/provider-name.ts'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { TaskScope, useTask } from '../task.tsx'
import { TaskButton } from '../task-button.tsx'
import { dayIn, Row, Section } from './section.tsx'

/** Ends this browser's session, or all sessions. */
export function SignOutSection() {
  const { config, text } = usePage()
  const { account, facts } = useAccount()
  const { startedAt, provider } = account.session
  const date = dayIn(config.locale, startedAt)
  const isFederated = config.providers.some(({ id }) => id === provider)
  const since =
    isFederated && provider !== null
      ? text('account-page.since-with', { date, provider: providerName(config, provider) })
      : text('account-page.since', { date })
  const hasList = facts.pages.includes('sessions')
  return (
    <Section title={hasList ? 'account-page.sessions' : 'account-page.session'}>
      {hasList ? (
        <Row label={text('account-page.session')} page="sessions" action="account-page.manage">
          {since}
        </Row>
      ) : (
        <p className="muted">{since}</p>
      )}
      <div className="buttons">
        <SignOut everywhere={false} />
        {facts.everywhere && <SignOut everywhere />}
      </div>
    </Section>
  )
}

/** Without script a form that leads to the login page; with it, problems are shown here. */
function SignOut({ everywhere }: { everywhere: boolean }) {
  const { config, text } = usePage()
  const { gateway, leave } = useAccount()
  const task = useTask()
  const { logout } = config.paths
  const signOut = (event: SubmitEvent) => {
    event.preventDefault()
    task.run(async () => {
      const answer = await gateway.signOut(everywhere)
      if (answer.kind === 'refused')
        return { kind: 'failed', problem: problemOf(answer.code, answer.reference) }
      leave(everywhere ? 'revoked' : 'signed-out')
      return null
    })
  }
  return (
    <TaskScope task={task} busyText={text('account-page.signing-out')}>
      <form
        className="works-without-script"
        method="post"
        action={everywhere ? `${logout}?everywhere=1` : logout}
        onSubmit={signOut}
      >
        <TaskButton name="submit">
          {text(everywhere ? 'account-page.sign-out-everywhere' : 'account-page.sign-out')}
        </TaskButton>
      </form>
    </TaskScope>
  )
}
