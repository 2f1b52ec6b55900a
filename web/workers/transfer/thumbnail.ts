import { closeView, readView } from './view-reader.ts'

/** Longer side in pixels: a tile on a dense screen. */
const EDGE_PX = 400

/** A small WebP of the image behind an opened view, which is closed afterwards. @throws when this browser cannot decode it */
export async function makeThumbnail(
  ticket: string,
  { type, sizeBytes }: { type: string; sizeBytes: number },
): Promise<Blob> {
  try {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    for (let at = 0; at < sizeBytes;) {
      const piece = await readView(ticket, at, sizeBytes)
      if (piece.length === 0) break
      pieces.push(piece)
      at += piece.length
    }
    const image = await createImageBitmap(new Blob(pieces, { type }))
    const scale = Math.min(1, EDGE_PX / Math.max(image.width, image.height))
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(image.width * scale)),
      Math.max(1, Math.round(image.height * scale)),
    )
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    return await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
  } finally {
    closeView(ticket)
  }
}
