import { providerLanguage } from '../../auth/provider-language.ts'
import { StatusIcon } from '../../ui/icons.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { useKeptFocus } from '../screens/guarded.tsx'
import { TaskButton, TaskScope, useCall, useTask } from '../task.tsx'

/** What an unverified address is needed for, and sends a link that verifies it. */
export function Verification() {
  const { account } = useAccount()
  return account.email !== null && !account.emailVerified && <Unverified email={account.email} />
}

function Unverified({ email }: { email: string }) {
  const { config, text } = usePage()
  const { account, gateway } = useAccount()
  const task = useTask()
  const resultOf = useCall()
  const sendMail = () =>
    task.run(async () => resultOf(await gateway.sendVerification(providerLanguage(config.locale))))
  // Another tab may have verified the address.
  const root = useKeptFocus<HTMLDivElement>()
  const isSent = task.state.kind === 'done'
  const reason =
    account.may.totp || account.may.sms ? 'account-second-step.verify' : 'account-page.verify-email'
  return (
    <div className="needs-script" ref={root}>
      <TaskScope task={task} busyText={text('busy.sending')}>
        <div className={isSent ? 'notice buttons' : 'notice buttons caution'}>
          <StatusIcon kind={isSent ? 'mail' : 'warning'} />
          <p aria-live="polite">{isSent ? text('account-page.verify-sent', { email }) : text(reason)}</p>
          <TaskButton name="verify" onPress={sendMail}>
            {text('account-page.verify')}
          </TaskButton>
        </div>
      </TaskScope>
    </div>
  )
}
