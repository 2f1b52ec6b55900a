import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { renderEvent } from './render-event.ts'
import { isAccessKey, objectBody, objectUrl, readBucketAddress, signedPut } from './s3-object.ts'

// The request of Amazon's example "PUT Object" without its header Date, which the signer leaves out. A second implementation, which agreed
// with that example, gave the same signature.
test('a request is signed by Signature Version 4, with the path encoded once', async () => {
  const { authorization } = await signedPut({
    url: new URL('https://examplebucket.s3.amazonaws.com/test%24file.text'),
    region: 'us-east-1',
    accessKey: 'AKIAIOSFODNN7EXAMPLE:wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    body: Buffer.from('Welcome to Amazon S3.'),
    seconds: Date.UTC(2013, 4, 24) / 1000,
    headers: { 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
  })
  expect(authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-storage-class, ' +
      'Signature=1ee3a9a719bf9cd67d34043a52b3d1f8b674e378dc99c0748019b43f49b5b9bb',
  )
})

test.each([
  ['https://s3.eu-central-1.amazonaws.com/logs', '/logs', 'eu-central-1'],
  ['https://s3-eu-west-1.amazonaws.com/logs', '/logs', 'eu-west-1'],
  ['https://s3.dualstack.us-gov-west-1.amazonaws.com/logs', '/logs', 'us-gov-west-1'],
  ['https://s3.cn-north-1.amazonaws.com.cn/logs', '/logs', 'cn-north-1'],
  ['https://s3.amazonaws.com/logs', '/logs', 'us-east-1'],
  ['https://minio.example.com:9000/logs/vault/?region=home', '/logs/vault', 'home'],
  ['https://minio.example.com/logs', '/logs', 'us-east-1'],
])('%s names a bucket', (address, path, region) => {
  const read = readBucketAddress(address)
  expect([read?.url.pathname, read?.url.search, read?.region]).toEqual([path, '', region])
})

test.each([
  'https://bucket.s3.eu-central-1.amazonaws.com/folder',
  'https://bucket.s3.amazonaws.com/folder',
  'https://s3-accelerate.amazonaws.com/logs',
  'https://s3.bucket.s3.eu-central-1.amazonaws.com./folder',
  'https://s3.example.com/log%zz',
  'https://s3.example.com/logs/%ff',
])('%s is refused', (address) => {
  expect(readBucketAddress(address)).toBeUndefined()
})

test('without a bucket it is no address, and without both parts no access key', () => {
  expect(readBucketAddress('https://s3.eu-central-1.amazonaws.com/')).toBeUndefined()
  expect(['AKIA:secret', 'AKIA:a/b+c:d'].map(isAccessKey)).toEqual([true, true])
  expect(['AKIA', ':secret', 'AKIA:', 'a b:c'].map(isAccessKey)).toEqual([false, false, false, false])
})

const event = (index: number) =>
  renderEvent('json', {
    index,
    origin: 'files.example.com:8443/audit/t/1f',
    row: {
      id: String(index),
      created_at: '2026-11-26T11:39:00.123456+00:00',
      event_type: 'logout',
      event_category: 'auth',
      user_id: null,
      action: 'logout',
      status: 'success',
      risk_level: 'low',
      details: {},
    },
  })

test('an object is named by the log and the places of its events, and is the same bytes each time', () => {
  const bucket = readBucketAddress('https://s3.example.com/logs/vault')
  const events = [event(7), event(12)]
  expect(bucket && objectUrl(bucket, events).href).toBe(
    'https://s3.example.com/logs/vault/files.example.com_8443/audit/t/1f/000000000007-000000000012.ndjson.gz',
  )
  expect(objectBody(events)).toEqual(objectBody(events))
  expect(gunzipSync(objectBody(events)).toString()).toBe(`${event(7).line}\n${event(12).line}\n`)
})
