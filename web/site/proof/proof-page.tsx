export function Component() {
  return <h1>proof</h1>
}
