import sharp from 'sharp';

// Pictures are many and each is seen once: nothing of them is worth keeping, and each is work for one thread.
sharp.cache(false);
sharp.concurrency(1);

export { sharp };
