import { z } from 'zod'
import { KEYWORD_LIMITS } from '#contract/keywords/keywords.ts'

const id = z.uuid().lowercase()
const projectName = z.string().trim().min(1).max(KEYWORD_LIMITS.nameCharacters)
/** JSON of the largest file in base64url, and a little. */
export const MAX_IMPORT_BODY_BYTES = Math.ceil((KEYWORD_LIMITS.importBytes * 4) / 3) + 4096

/** The id is the page's own: sent twice, it is one project. Texts are as long as they come, and refused with a sentence. */
export const newProject = z.strictObject({ id, name: projectName, seeds: z.array(z.string()) })
export const newImport = z.strictObject({ id, name: projectName, file: z.base64url(), isPreview: z.boolean() })
export const renamedProject = z.strictObject({ name: projectName })
export const changedCluster = z
  .strictObject({
    name: z.string().trim().min(1).max(240).optional(),
    topic: z.string().trim().min(1).max(KEYWORD_LIMITS.topicCharacters).optional(),
  })
  .refine(({ name, topic }) => name !== undefined || topic !== undefined)
export const mergedClusters = z.strictObject({ into: id, from: z.array(id).min(1).max(50) })
export const clusterAddress = z.object({ id, cluster: id })

const termList = z.array(z.string().trim().min(1).max(80)).max(KEYWORD_LIMITS.terms)
export const savedTerms = z.strictObject({
  brands: termList,
  competitors: termList,
  audiences: termList,
  places: termList,
})
