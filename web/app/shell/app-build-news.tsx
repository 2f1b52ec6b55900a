import { FileWarning } from 'lucide-react'
import { useEffect } from 'react'
import { appBuild, lookAtAppBuild } from '#web/lib/remote/app-build.ts'
import { buildName } from '#web/lib/remote/seen-builds.ts'
import { useStore } from '#web/lib/remote/store.ts'
import { m } from '#web/messages/app.ts'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { NewerBuildStrip } from './newer-build-strip.tsx'

const ID = 'app-build'

/** What there is to say about the build that this page runs, and the one that the server has. */
export function AppBuildNews() {
  const build = useStore(appBuild)
  useEffect(() => void sayIfNew(), [])
  return (
    <>
      <NewerBuildStrip />
      {build && build.differing.length > 0 && (
        <Strip Icon={FileWarning}>
          <span className="min-w-0 wrap-anywhere">{m.shell.appBuild.differs(build.differing)}</span>
        </Strip>
      )}
    </>
  )
}

/** Once for each build that takes the place of another one in this browser. */
async function sayIfNew(): Promise<void> {
  const { title, text } = m.shell.appBuild
  try {
    const { isNew, version, sha256 } = await lookAtAppBuild()
    if (isNew) toastDone(title, text(version, buildName(sha256)), ID)
  } catch (error) {
    // Without a connection, or while the server is updated: the page works without it, and Security says so.
    console.warn(error)
  }
}
