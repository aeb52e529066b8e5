import { type ComponentType, useEffect, useState } from 'react'
import type { DevDrawerProps } from './dev-drawer.tsx'

interface DevDrawerSlotProps extends Pick<DevDrawerProps, 'tenants' | 'onSignInAs'> {
  /** Source of the drawer's content; null: no drawer. */
  path: string | null
}

/** The drawer, in a file of its own that real sites never load. Not server-rendered. */
export function DevDrawerSlot({ path, ...others }: DevDrawerSlotProps) {
  const [DevDrawer, setDevDrawer] = useState<ComponentType<DevDrawerProps> | null>(null)
  useEffect(() => {
    if (path === null) return
    import('./dev-drawer.tsx').then(
      (chunk) => setDevDrawer(() => chunk.DevDrawer),
      () => {}
    )
  }, [path])
  return path !== null && DevDrawer !== null && <DevDrawer path={path} {...others} />
}
