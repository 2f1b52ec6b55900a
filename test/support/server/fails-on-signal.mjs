// Loaded before the server: what breaks in it, when the test says so, in the two ways in which nothing catches it.
const failure = () =>
  Object.assign(new Error('GET https://files.example.org/reset?token=of-somebody failed for ada@example.org'), {
    code: 'E_PLANTED',
  })
process.on('SIGUSR2', () => {
  throw failure()
})
process.on('SIGHUP', () => void Promise.reject(failure()))
