/** Reads one file of `crypto/vectors/official`, by its name without the ending. */
export type VectorSource = <Type>(name: string) => Promise<Type>

/** Unpacks what `read` finds. @throws when a file is missing: without the vectors nothing was tested. */
export function unpacking(read: (file: string) => Promise<Uint8Array<ArrayBuffer>>): VectorSource {
  return async <Type>(name: string) => {
    const packed = new Blob([await read(`crypto/vectors/official/${name}.json.gz`)])
    const text = await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text()
    return JSON.parse(text) as Type
  }
}
