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
    // Pictures have absolute URLs, whose host may differ from the one that the page was requested from.
    `img-src 'self' data: ${new URL(mediaUrl).origin}`,
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ');
}
