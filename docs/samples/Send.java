import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class Send {
    public static void main(String[] arguments) throws Exception {
        String json = "{\"to\": \"+966501234567\", \"message\": \"Your order 1042 is on its way.\"}";
        HttpRequest request = HttpRequest.newBuilder()
            .uri(URI.create(System.getenv("HUDHUD_URL") + "/api/v1/messages/send"))
            .header("Authorization", "Bearer " + System.getenv("HUDHUD_TOKEN"))
            .header("X-Company-ID", System.getenv("HUDHUD_COMPANY_ID"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "order-1042-shipped")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
        HttpResponse<String> answer =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(answer.body());
        if (answer.statusCode() >= 400) System.exit(1);
    }
}
