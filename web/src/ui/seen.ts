// An attachment: tells when the element comes into sight, also by scrolling.
export function whenSeen(tell: () => void): (node: Element) => (() => void) | undefined {
  return (node) => {
    if (!('IntersectionObserver' in globalThis)) return;
    const observer = new IntersectionObserver((seen) => {
      if (seen.some((entry) => entry.isIntersecting)) tell();
    });
    observer.observe(node);
    return () => observer.disconnect();
  };
}
