import { type ComponentType, useEffect, useState } from 'react'
import type { DrawerProps } from './dev-drawer.tsx'

interface DrawerSlotProps extends Pick<DrawerProps, 'onSignInAs'> {
  /** Where the drawer's content comes from; null: there is no drawer. */
  path: string | null
}

/** The drawer, in a file of its own that real sites never load. Nothing is rendered ahead. */
export function DrawerSlot({ path, onSignInAs }: DrawerSlotProps) {
  const [Drawer, setDrawer] = useState<ComponentType<DrawerProps> | null>(null)
  useEffect(() => {
    if (path === null) return
    import('./dev-drawer.tsx').then(
      (chunk) => setDrawer(() => chunk.Drawer),
      () => {}
    )
  }, [path])
  return path !== null && Drawer !== null && <Drawer path={path} onSignInAs={onSignInAs} />
}
