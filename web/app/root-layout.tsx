import { Outlet } from 'react-router'
import { usePageKeys } from '#web/lib/keys.ts'
import { m } from '#web/messages/app.ts'
import { focusMain, SkipLink, SkipToListLink } from '#web/ui/layout/app-frame.tsx'
import { useNoStrayDrop } from './use-no-stray-drop.ts'

/** Around every page: skip link and Alt+S, which goes to the main content. */
export function RootLayout() {
  useNoStrayDrop()
  usePageKeys((event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyS') return
    event.preventDefault()
    focusMain()
  })
  return (
    <>
      <SkipLink>{m.common.skip}</SkipLink>
      <SkipToListLink>{m.common.skipToList}</SkipToListLink>
      <Outlet />
    </>
  )
}
