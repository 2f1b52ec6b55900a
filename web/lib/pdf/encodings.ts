/** The predefined CMaps of PDF 32000-1:2008, 9.7.5.2, as pdf.js packs them: `data:` addresses by file name. A megabyte, loaded when a PDF names one. */
const files = import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&inline',
  import: 'default',
  eager: true,
})

export const encodings: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, dataUrl]) => [path.slice(path.lastIndexOf('/') + 1), dataUrl]),
)
