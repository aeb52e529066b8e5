import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'
import { usePage } from '../ui/page-context.tsx'

/** A button that says what it does while it does it. */
export function TaskButton(props: ComponentProps<typeof Button>) {
  const { busyText, working } = usePage()
  const isWorking = busyText !== null && working === props.name
  if (!isWorking) return <Button {...props} />
  return (
    <Button {...props} label={undefined}>
      {busyText}
    </Button>
  )
}
