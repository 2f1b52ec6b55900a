/** Reads a file of the official vectors' folder, by its path inside it. */
export type VectorSource = (path: string) => Promise<string>

/** The same, or why there is none: the suites then report every test as skipped, by name. */
export type OptionalSource = VectorSource | undefined

export const VECTORS_FOLDER = '../shared/vectors'

/** Gives the reader back when the folder is there. */
export async function present(read: VectorSource): Promise<OptionalSource> {
  try {
    await read('README.md')
    return read
  } catch {
    // A clone alone has no such folder; `crypto/vectors` still tests everything.
    return undefined
  }
}
