import { providerLanguage } from '../../auth/provider-language.ts'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { useKeptFocus } from '../screens/guarded.tsx'
import { TaskButton, TaskScope, useCall, useTask } from '../task.tsx'

/** Sends a link that verifies the address. */
export function Verification({ email }: { email: string }) {
  const { config, text } = usePage()
  const { gateway } = useAccount()
  const task = useTask()
  const resultOf = useCall()
  const sendMail = () =>
    task.run(async () => resultOf(await gateway.sendVerification(providerLanguage(config.locale))))
  // Another tab may have verified the address.
  const root = useKeptFocus<HTMLDivElement>()
  return (
    <div className="needs-script" ref={root}>
      <TaskScope
        task={task}
        busyText={text('busy.sending')}
        doneText={text('account-page.verify-sent', { email })}
      >
        <TaskButton name="verify" onPress={sendMail}>
          {text('account-page.verify')}
        </TaskButton>
      </TaskScope>
    </div>
  )
}
