import { isOutdated, lookForNewerBuild } from './newer-build.ts'
import { lookAtOwnCode, type OwnCode } from './own-code.ts'
import { noteBuild, type SeenBuild } from './seen-builds.ts'
import { createStore } from './store.ts'

/** Of the document that every address of the app gets. */
const APP_DOCUMENT = '/login'

export type AppBuild = OwnCode & {
  /** What this browser has run, the newest first. */
  builds: SeenBuild[]
  /** True the first time that this browser runs another build than before. */
  isNew: boolean
}

/** Undefined until it was found out. */
export const appBuild = createStore<AppBuild | undefined>(undefined)
let looking: Promise<AppBuild> | undefined

/**
 * Finds out, once for a page, which build it runs and whether all of it is as the server lists it. What differs because the server was updated
 * meanwhile is no news of this kind: `isOutdated` says that.
 */
export function lookAtAppBuild(): Promise<AppBuild> {
  looking ??= look().catch((error: unknown) => {
    looking = undefined
    throw error
  })
  return looking
}

async function look(): Promise<AppBuild> {
  const code = await lookAtOwnCode([APP_DOCUMENT])
  if (code.differing.length > 0) await lookForNewerBuild()
  if (isOutdated.read()) throw new Error('the server has another build than this page')
  const found = { ...code, ...noteBuild(localStorage, code, Date.now()) }
  appBuild.write(found)
  return found
}
