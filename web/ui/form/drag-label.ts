/** Lets a small label hang on the pointer instead of a picture of the whole row. */
export function setDragLabel(transfer: DataTransfer, text: string): void {
  const label = document.createElement('div')
  label.textContent = text
  label.className =
    'fixed -top-20 left-0 max-w-64 truncate rounded-md bg-brand px-3 py-1.5 text-sm font-semibold text-brand-ink'
  document.body.append(label)
  transfer.setDragImage(label, -12, -8)
  // The browser takes its picture after the event.
  setTimeout(() => label.remove())
}
