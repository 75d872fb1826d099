/** On every page: nothing from other hosts, nothing inline, in nobody's frame. */
export function securityHeaders(mediaUrl: string): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(mediaUrl),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
  };
}

export function contentPolicy(mediaUrl: string): string {
  return [
    "default-src 'self'",
    // Our own pictures are named with the public address, which may be another than the one that the page is seen at.
    `img-src 'self' data: ${new URL(mediaUrl).origin}`,
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ');
}
