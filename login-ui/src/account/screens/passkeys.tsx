import { useMemo, useState } from 'react'
import { thisPasskeyBrowser } from '../../auth/passkey-browser.ts'
import { Field } from '../../ui/field.tsx'
import { fieldOf } from '../../ui/form.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { addPasskey, removePasskey } from '../changes/passkeys.ts'
import { isLastWayIn, passkeyWay } from '../changes/ways-in.ts'
import { RowIcon } from '../overview/section.tsx'
import { askWay, LastWay } from '../rows/last-way.tsx'
import { ListRow } from '../rows/list-row.tsx'
import { type Asked, type Listing, ListScope } from '../rows/list-scope.tsx'
import { TaskForm } from '../task.tsx'
import { type Changing, changeTask, Guarded } from './guarded.tsx'
import { nextName } from './new-factor.ts'
import type { AccountScreen } from './screens.ts'

const MAX_LABEL = 64

/** The account's passkeys, and adding one of this device. */
function Passkeys() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = (changing: Listing['changing']) => (
    <PasskeyList changing={changing} asked={asked} onAsk={setAsked} />
  )
  return (
    <Guarded action="passkeys" atOnce={false} meanwhile={list(null)}>
      {(changing) => (
        <>
          {list(changing)}
          <AddPasskey changing={changing} asked={asked} onAsk={setAsked} />
        </>
      )}
    </Guarded>
  )
}

function PasskeyList({ changing, asked, onAsk }: Listing) {
  const { config, text } = usePage()
  const { account } = useAccount()
  // The session does not say which one it began with.
  const isInUse = account.passkeys.length === 1 && account.session.provider === 'passkey'
  const remove = (id: string, name: string) => {
    if (changing === null) return
    onAsk({ id, name, done: 'account-passkeys.removed' })
    changing.changes.change('passkeys', removePasskey(id))
  }
  return (
    <ListScope action="passkeys" changing={changing} asked={asked}>
      <p>{text('passkey.lead')}</p>
      {account.passkeys.length > 0 && (
        <ul className="ways-list">
          {account.passkeys.map(({ id, name }) => {
            const isLast = isLastWayIn(passkeyWay(id), account, config)
            const shown = name ?? text('passkey.device')
            return (
              <ListRow
                key={id}
                icon={<RowIcon kind="passkey" />}
                name={shown}
                action={{
                  id,
                  words: text('account-ways.remove'),
                  waits: changing === null || isLast,
                  question: askWay(shown, isInUse, text),
                  onPress: () => remove(id, shown)
                }}
                remark={isLast ? <LastWay /> : undefined}
              />
            )
          })}
        </ul>
      )}
    </ListScope>
  )
}

interface AddPasskeyProps extends Listing {
  changing: Changing
}

/** Browser only: depends on the device's abilities and name. */
function AddPasskey({ changing, asked, onAsk }: AddPasskeyProps) {
  const { text } = usePage()
  const { account } = useAccount()
  const browser = useMemo(thisPasskeyBrowser, [])
  if (!browser.isSupported()) return <p>{text('account-passkeys.none')}</p>
  const names = account.passkeys.map(({ name }) => name)
  const device = nextName(browser.deviceName() ?? text('passkey.device'), names)
  const add = (fields: FormData) => {
    const label = nextName(fieldOf(fields, 'label').trim().slice(0, MAX_LABEL) || device, names)
    onAsk({ id: 'submit', name: label, done: 'account-ways.added' })
    changing.changes.change('passkeys', addPasskey(label))
  }
  // The result is announced above for both.
  const task = changeTask(changing, 'passkeys', null)
  const own = { ...task, state: task.state.kind === 'busy' ? task.state : { kind: 'ready' as const } }
  return (
    <TaskForm
      task={own}
      busyText={text('busy.saving')}
      working={asked?.id ?? 'submit'}
      onSubmit={add}
      submit={text('passkey.add')}
    >
      <Field
        name="label"
        label={text('passkey.name')}
        type="text"
        dir="auto"
        autoComplete="off"
        maxLength={MAX_LABEL}
        defaultValue={device}
      />
    </TaskForm>
  )
}

export const passkeysScreen: AccountScreen = {
  Body: Passkeys,
  heading: (_, text) => text('account-page.passkeys')
}
