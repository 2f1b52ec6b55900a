import type { CryptoAsset } from '#crypto/suites/crypto-asset.ts'
import { CRYPTO_INVENTORY } from '#crypto/suites/inventory.ts'
import { serialNumber } from './sbom.ts'

/** Groups that the server offers where it ends TLS itself, in this order. */
export type TransportFacts = { version: string; groups: readonly string[]; isOn: boolean }

/**
 * The bill of cryptographic materials: algorithms of the inventory, and TLS as this server is set.
 *
 * @returns CycloneDX 1.6 in JSON, with `cryptoProperties`.
 */
export function cryptographyBill(options: { version: string; transport: TransportFacts; now: Date }): string {
  const { version, transport, now } = options
  const root = `pkg:npm/quantumshield@${version}`
  const components = [...CRYPTO_INVENTORY.map(algorithm), transportProtocol(transport)]
  return JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: serialNumber(JSON.stringify([version, components])),
      version: 1,
      metadata: {
        timestamp: now.toISOString(),
        component: { type: 'application', 'bom-ref': root, name: 'quantumshield', version, purl: root },
      },
      components,
      dependencies: [{ ref: root, provides: components.map((component) => component['bom-ref']) }],
    },
    null,
    1,
  )
}

function algorithm(asset: CryptoAsset) {
  const { name, primitive, parameterSet, curve, mode, functions, classicalBits, quantumCategory, oid } = asset
  return {
    type: 'cryptographic-asset',
    'bom-ref': `crypto/${name.toLowerCase().replaceAll(' ', '-')}`,
    name,
    description: asset.use,
    cryptoProperties: {
      assetType: 'algorithm',
      algorithmProperties: {
        primitive,
        ...(parameterSet ? { parameterSetIdentifier: parameterSet } : {}),
        ...(curve ? { curve } : {}),
        ...(mode ? { mode } : {}),
        executionEnvironment: 'software-plain-ram',
        // No module that computes here has a certificate that we could name.
        certificationLevel: ['none'],
        cryptoFunctions: functions,
        ...(classicalBits === undefined ? {} : { classicalSecurityLevel: classicalBits }),
        ...(quantumCategory === undefined ? {} : { nistQuantumSecurityLevel: quantumCategory }),
      },
      ...(oid ? { oid } : {}),
    },
    properties: [
      { name: 'quantumshield:standard', value: asset.standard },
      ...(asset.hpke
        ? [{ name: `quantumshield:hpke-${asset.hpke.kind}`, value: `0x${asset.hpke.id.toString(16).padStart(4, '0')}` }]
        : []),
    ],
  }
}

function transportProtocol({ version, groups, isOn }: TransportFacts) {
  return {
    type: 'cryptographic-asset',
    'bom-ref': 'crypto/tls',
    name: `TLS ${version}`,
    description: isOn
      ? 'Ended by this server.'
      : 'Not ended by this server: it speaks plain HTTP, and a proxy in front may add TLS.',
    cryptoProperties: { assetType: 'protocol', protocolProperties: { type: 'tls', version } },
    properties: [
      { name: 'quantumshield:groups', value: groups.join(', ') },
      { name: 'quantumshield:in-force', value: String(isOn) },
    ],
  }
}
