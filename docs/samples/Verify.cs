using System.Security.Cryptography;
using System.Text;

public static class Webhooks
{
    const int ToleranceSeconds = 300;

    /// <summary>body is the bytes as they came, before any JSON parser; headers has lower-case names.</summary>
    public static bool Verify(string secret, IReadOnlyDictionary<string, string> headers, byte[] body)
    {
        var id = headers["webhook-id"];
        var timestamp = headers["webhook-timestamp"];
        var age = DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(timestamp);
        if (Math.Abs(age) > ToleranceSeconds) return false;
        var key = Convert.FromBase64String(secret.StartsWith("whsec_") ? secret[6..] : secret);
        byte[] signed = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. body];
        var expected = "v1," + Convert.ToBase64String(HMACSHA256.HashData(key, signed));
        return headers["webhook-signature"].Split(' ').Any(signature =>
            CryptographicOperations.FixedTimeEquals(
                Encoding.UTF8.GetBytes(expected), Encoding.UTF8.GetBytes(signature)));
    }
}
