import { startApp } from '../app/start.tsx'
import { createMemoryVaultClient } from './memory-vault-client.ts'

startApp(createMemoryVaultClient(new URLSearchParams(location.search)))
