/** Saves `text` as a file through the browser's download. */
export function saveText(fileName: string, text: string) {
  saveBlob(fileName, new Blob([text], { type: 'text/plain;charset=utf-8' }))
}

/** The same for what is a Blob already. */
export function saveBlob(fileName: string, blob: Blob) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
