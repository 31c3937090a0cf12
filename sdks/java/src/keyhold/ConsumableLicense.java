package keyhold;

/**
 * A license that the signed-in user may consume.
 *
 * @param rn the rn of the license
 * @param product the rn of its product
 */
public record ConsumableLicense(String rn, String product, boolean available, boolean heldByMe) {}
